const LOSSLESS_PATHS = ['/ai/', '/aigc-knowledge', '/exam/']

/**
 * Parses an answer. In answers of the paths above an integer that a number can't hold becomes its digits as text
 * (SHELL-055); all others are plain JSON (SHELL-056).
 */
export async function parseAnswer(path: string, text: string): Promise<unknown> {
  if (text === '') return undefined
  if (!LOSSLESS_PATHS.some((part) => path.includes(part))) return JSON.parse(text)
  const { parse, isSafeNumber } = await import('lossless-json')
  return parse(text, undefined, (digits) =>
    /^-?\d+$/.test(digits) && !isSafeNumber(digits) ? digits : Number.parseFloat(digits),
  )
}
