/** Templates and certificates as they are loaded for a change. */
import type { Selectable } from 'kysely'
import type { StudyRef } from '#modules/content/study/server.ts'
import type { CertificateContent } from './document/content.ts'
import type { DB } from './tables.ts'

export interface CertificateDetailRow extends CertificateRow {
  readonly content: CertificateContent & CertificateRow['content']
  readonly renewal_days: number
  readonly renewal_type: number | null
  readonly renewal_id: string | null
}

export type TemplateRow = Selectable<DB['certificates.template']>

export type CertificateRow = Selectable<DB['certificates.certificate']>

export interface Award {
  readonly companyId: string
  readonly memberId: string
  readonly template: TemplateRow
  readonly ref: StudyRef | null
  readonly itemName: string
  readonly holderName: string
  readonly finishedAt: number
  readonly origin: 'earned' | 'renewed' | 'reissued' | 'granted' | 'awarded'
  readonly issuedBy: string | null
  readonly replaces: string | null
  readonly reason: string
  /** From when on its validity counts; a reissue keeps the day on which the old one ends. */
  readonly validFrom: number
  readonly expiresAt?: number | null
  readonly now: number
  /** Of what was won: it stands beside others of its template. */
  readonly isHonor?: boolean
}
