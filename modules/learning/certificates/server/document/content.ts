/** What a certificate says: kept with it, word for word, and all that its PDF is made of. */

export const designs = ['classic', 'modern', 'festive'] as const
export type Design = (typeof designs)[number]

/** The words of a certificate as they stand on it. */
export interface CertificateContent {
  readonly design: Design
  readonly titleCn: string
  readonly titleEn: string
  readonly bodyCn: string
  readonly bodyEn: string
  readonly issuerCn: string
  readonly issuerEn: string
  readonly signatory: string
  /** Days as they are written in each language. */
  readonly issuedCn: string
  readonly issuedEn: string
  readonly validCn: string
  readonly validEn: string
}

/** All that is printed. */
export interface CertificateDocument {
  readonly content: CertificateContent
  readonly holderName: string
  readonly number: string
  /** The public page, as the QR code names it. */
  readonly verifyUrl: string
  readonly issuedAt: number
}

/** What `{…}` in a template's body may name. */
export const placeholders = ['name', 'item', 'date', 'number', 'hours', 'credits'] as const
export type Placeholder = (typeof placeholders)[number]

const pattern = /\{([^{}]*)\}/g

/** The first `{…}` of a text that stands for nothing. */
export function unknownPlaceholder(text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(pattern)) {
    if (!placeholders.includes(name as Placeholder)) return name
  }
  return undefined
}

/** What is filled in is never read as a placeholder itself. */
export function fill(text: string, values: Readonly<Record<Placeholder, string>>): string {
  return text.replace(pattern, (whole, name: string) =>
    placeholders.includes(name as Placeholder) ? values[name as Placeholder] : whole,
  )
}

/** Hundredths as people write them: 150 is 1.5. */
export function amountText(hundredths: number): string {
  return String(hundredths / 100)
}
