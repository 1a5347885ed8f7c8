/** The provider's view of a live session, and the refusals for a provider's failures (LIVE-240…LIVE-244). */
import { Refusal, refuse } from '#kit/errors.ts'
import type { Outside } from '#server/outside.ts'
import { CLOUD_REQUEST_FAILED, PROVIDER_FAILED, THIRD_PARTY_MISSING } from '../contract/codes.ts'
import { callbackAddress, liveAddress } from './addresses.ts'
import type { LiveDb } from './db.ts'
import { ProviderError, type ProviderLive, ProviderMissing, ProviderUnreachable } from './providers/provider.ts'
import { type LiveRow, lecturerIdsOf } from './rows.ts'

export async function toProviderLive(db: LiveDb, row: LiveRow, { config }: Outside): Promise<ProviderLive> {
  return {
    id: row.id,
    companyId: row.company_id,
    subject: row.subject,
    supplier: row.supplier,
    liveMode: row.live_mode,
    executionMode: row.execution_mode,
    startsAt: row.start_time,
    plannedEndAt: row.planned_end_at,
    hostId: row.host_id,
    lecturerIds: await lecturerIdsOf(db, row.id),
    copiedFrom: row.copied_from,
    planNumber: row.plan_number,
    externalId: row.external_id,
    pageUrl: liveAddress(config, row.supplier, row.id),
    callbackUrl: callbackAddress(config, row.id),
  }
}

/** Turns the provider's error into a refusal; passes other errors on. */
export async function callProvider<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof ProviderMissing) throw refuse(THIRD_PARTY_MISSING)
    if (error instanceof ProviderUnreachable) throw refuse(CLOUD_REQUEST_FAILED)
    if (error instanceof ProviderError) throw refuse(PROVIDER_FAILED)
    throw error
  }
}
