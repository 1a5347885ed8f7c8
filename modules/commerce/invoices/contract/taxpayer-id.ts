/**
 * Taxpayer ids, for browser and server. A unified social credit code has 18 characters, of which the last checks the others
 * (GB 32100-2015, 4.2). Older ids are recognized by their form alone: 15 characters of tax registrations, 20 of sole traders.
 */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const unified = /^[0-9A-HJ-NPQRTUWXY]{2}[0-9]{6}[0-9A-HJ-NPQRTUWXY]{10}$/
const older = /^(?:[0-9A-Z]{15}|[0-9A-Z]{20})$/

/** As it is stored: without spaces, in capital letters. */
export const normalizeTaxpayerId = (typed: string): string => typed.replace(/\s/g, '').toUpperCase()

/** The last character of a unified social credit code that begins with these 17. */
export function checkCharacter(first17: string): string {
  let sum = 0
  let weight = 1
  for (const character of first17) {
    sum += alphabet.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return alphabet[(31 - (sum % 31)) % 31] ?? ''
}

/** Whether a normalized text can be a taxpayer id. */
export function isTaxpayerId(text: string): boolean {
  if (older.test(text)) return true
  return unified.test(text) && checkCharacter(text.slice(0, 17)) === text[17]
}
