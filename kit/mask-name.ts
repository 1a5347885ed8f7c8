/**
 * A name as others may read it: enough to recognize who is known, too little to learn who is not. 张*明, 张*, J*** S***; a
 * number, which stands for a name that nobody has typed yet, 138****.
 */
export function maskName(name: string): string {
  const trimmed = name.trim()
  if (/^\+?[\d\s-]{5,}$/.test(trimmed)) return `${trimmed.slice(0, 3)}****`
  if (/\p{Script=Latin}/u.test(trimmed)) return trimmed.replace(/(\S)\S*/gu, '$1***')
  const characters = [...trimmed]
  if (characters.length <= 1) return '*'
  if (characters.length === 2) return `${characters[0]}*`
  return `${characters[0]}${'*'.repeat(characters.length - 2)}${characters.at(-1)}`
}
