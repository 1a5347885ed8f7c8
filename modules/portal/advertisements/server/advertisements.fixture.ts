/** Advertisements and contents on top, for tests and demo data. */
import { v7 as uuid } from 'uuid'
import { everybody } from '#modules/platform/identity/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import type { AdvertisementKind, Frequency } from '../contract/advertisements.ts'
import { advertisementsTables } from './db.ts'

export interface AdvertisementInput {
  readonly id?: string
  readonly companyId: string
  readonly authorId: string
  readonly now: number
  readonly kind?: AdvertisementKind
  readonly title?: string
  readonly text?: string
  readonly pictureFileId?: string | null
  readonly link?: string | null
  readonly frequency?: Frequency
  /** Nothing said: the whole company. */
  readonly organizationId?: string
  readonly audiences?: readonly string[]
  readonly startsAt?: number | null
  readonly endsAt?: number | null
  readonly isEnabled?: boolean
  readonly position?: number
}

export async function buildAdvertisement(connection: Connection, input: AdvertisementInput): Promise<string> {
  const { id = uuid(), companyId, authorId, now } = input
  await advertisementsTables(connection)
    .insertInto('advertisements.advertisement')
    .values({
      ...{ id, company_id: companyId, organization_id: input.organizationId ?? companyId },
      ...{ kind: input.kind ?? 'banner', title: input.title ?? '安全月开始了', text: input.text ?? '' },
      ...{ picture_file_id: input.pictureFileId ?? null, link: input.link ?? null },
      ...{ frequency: input.frequency ?? 'once', audiences: [...(input.audiences ?? [everybody])] },
      ...{ starts_at: input.startsAt ?? null, ends_at: input.endsAt ?? null, is_enabled: input.isEnabled ?? true },
      ...{ position: input.position ?? 1, author_id: authorId, updated_at: now },
    })
    .execute()
  return id
}

interface TopInput {
  readonly id?: string
  readonly companyId: string
  readonly addedBy: string
  readonly businessType: number
  readonly contentId: string
  readonly organizationId?: string
  readonly position?: number
  readonly startsAt?: number | null
  readonly endsAt?: number | null
}

export async function buildTopContent(connection: Connection, input: TopInput): Promise<string> {
  const { id = uuid(), companyId, addedBy } = input
  await advertisementsTables(connection)
    .insertInto('advertisements.top_content')
    .values({
      ...{ id, company_id: companyId, organization_id: input.organizationId ?? companyId, added_by: addedBy },
      ...{ business_type: input.businessType, content_id: input.contentId, position: input.position ?? 1 },
      ...{ starts_at: input.startsAt ?? null, ends_at: input.endsAt ?? null },
    })
    .execute()
  return id
}
