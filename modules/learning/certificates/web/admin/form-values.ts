import type { ContentRef } from '#modules/content/catalog/web.tsx'

export interface FormValues {
  name: string
  design: 'classic' | 'modern' | 'festive'
  titleCn: string
  titleEn: string
  bodyCn: string
  bodyEn: string
  issuerCn: string
  issuerEn: string
  signatory: string
  numberPrefix: string
  limited: boolean
  validityMonths: number
  renewalDays: number
  reminderDays: number[]
  renewal: ContentRef | null
  enabled: boolean
}
