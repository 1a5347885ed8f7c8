/** Who has still to buy the place in a class that is sold. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { mustBuy } from '#modules/commerce/prices/server.ts'
import { type EnrollmentSource, livingStates } from '../contract/states.ts'
import { businessType } from '../contract.ts'
import type { ClassesDb } from './db.ts'

/** Whoever is put on the roster by others has nothing to buy. */
export const ownSources = ['self', 'form'] as const satisfies readonly EnrollmentSource[]

interface OwnWay {
  readonly source: string
  readonly queuedAt: number
}

/** Whether the caller, who does not run the class, has still to buy it; who came before it had a price keeps the place. */
export async function isUnpaid(
  db: ClassesDb,
  caller: Caller,
  id: string,
  now: number,
  isStarting = false,
): Promise<boolean> {
  const bought = { businessType, id, isStarting }
  // Of a class without a price nothing else is asked.
  if (!(await mustBuy(db, caller, { ...bought, hadSince: null }, now))) return false
  const { rows } = await sql<OwnWay>`
    select e.source, e.queued_at as "queuedAt" from classes.enrollment e
    where e.class_id = ${id} and e.member_id = ${caller.memberId}
      and e.state = any(${[...livingStates]}::text[])`.execute(db)
  const [own] = rows
  if (!own) return true
  const isOwnWay = ownSources.some((one) => one === own.source)
  return isOwnWay && mustBuy(db, caller, { ...bought, hadSince: own.queuedAt }, now)
}
