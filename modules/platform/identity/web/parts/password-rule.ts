/** Six to twenty characters of at least two kinds: letters, digits, others (IDENTITY-021). */
export function passwordIsGood(password: string): boolean {
  const kinds = [/\p{L}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  return [...password].length >= 6 && [...password].length <= 20 && kinds >= 2
}
