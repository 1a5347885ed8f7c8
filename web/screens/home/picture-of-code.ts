/** The four pictures of the error page (SHELL-016). */
export type PictureKind = 'empty' | 'permission' | 'limit' | 'generic'

/** Which code shows which (SHELL-017); `19e4` is 190000 as one document writes it (SHELL-093). */
const pictureOf: Readonly<Record<string, PictureKind>> = {
  900005: 'empty',
  190001: 'empty',
  30142: 'permission',
  190000: 'permission',
  '19e4': 'permission',
  1: 'permission',
  10138: 'permission',
  90903: 'limit',
}

export function pictureOfCode(code: string): PictureKind {
  return pictureOf[code] ?? 'generic'
}
