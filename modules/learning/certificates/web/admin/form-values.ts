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
  /** `1:{id}` */
  renewal: string | null
  enabled: boolean
}
