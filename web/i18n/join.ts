import { useLanguage } from './texts.ts'

/** Puts names or words one after the other as the language does: `甲、乙`, `A, B`. */
export function useJoin(): (words: readonly string[]) => string {
  const separator = useLanguage() === 'cn' ? '、' : ', '
  return (words) => words.join(separator)
}
