/** The page of a class for people outside of the company: what it shows, and the registration on the way into the class. */
import { sql } from 'kysely'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { isClosedToGuests } from '#modules/commerce/prices/server.ts'
import { registerByCode, registrationOptions } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { CLASS_MISSING } from '../contract/codes.ts'
import type { PublicClass } from '../contract/signup.ts'
import { classStateOf, enrollmentWindow } from '../contract/states.ts'
import { businessType, type classes } from '../contract.ts'
import type { ClassesDb } from './db.ts'
import { checkedAnswers, takeOwnPlace } from './enrolling.ts'
import { assertRunning, findPlacedClass, type PlacedClass } from './placed-class.ts'

type Visit = Pick<Context<undefined>, 'now' | 'outside' | 'ip' | 'userAgent' | 'language'>

/** The class, where it is open to people outside; there is none for them otherwise. */
async function findOpenClass(db: ClassesDb, id: string): Promise<PlacedClass> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from classes.class where id = ${id}
      and (enrollment ->> 'isExternal')::boolean and not is_template`.execute(db)
  if (!rows[0]) throw refuse(CLASS_MISSING)
  const found = await findPlacedClass(db, { id, companyId: rows[0].companyId }, { lock: false })
  assertRunning(found)
  return found
}

export async function publicClass(db: ClassesDb, id: string, { now, outside }: Visit): Promise<PublicClass> {
  const found = await findOpenClass(db, id)
  const { companyName, isOpen, byPhone, byEmail } = await registrationOptions(db, found.companyId, outside)
  const { from, until } = enrollmentWindow(found)
  const { hasWaitingList, isReviewed, form } = found.enrollment
  const isForSale = await isClosedToGuests(db, { companyId: found.companyId, businessType, id }, now)
  const isFull = found.placesTaken >= found.capacity && !hasWaitingList
  const obstacle = (): PublicClass['obstacle'] => {
    if (!isOpen) return 'registration-closed'
    if (now < from) return 'not-started'
    if (until <= now) return 'ended'
    if (isFull) return 'full'
    return isForSale ? 'for-sale' : null
  }
  const { name, summary, startsAt, endsAt, venue, capacity, companyId, placesTaken } = found
  return {
    ...{ name, summary, startsAt, endsAt, venue, capacity, companyId, placesTaken, companyName },
    ...{ hasWaitingList, isReviewed, form, byPhone, byEmail },
    state: classStateOf(found, now),
    opensAt: from,
    closesAt: Number.isFinite(until) ? until : null,
    obstacle: obstacle(),
  }
}

type Registration = Input<typeof classes.registerForClass>['body']

/**
 * A full class refuses the registration as well: nobody becomes a member for nothing. The class is not asked whether it is
 * meant for the organization of the new member: its own page has brought the member here.
 */
export async function registerForClass(
  db: ClassesDb,
  id: string,
  { answers: given, ...fields }: Registration,
  { now, ip, userAgent, language }: Visit,
) {
  const found = await findOpenClass(db, id)
  const answers = await checkedAnswers(db, found, given, now)
  if (await isClosedToGuests(db, { companyId: found.companyId, businessType, id }, now)) throw refuse(NOT_BOUGHT)
  const device = { ip, userAgent, language }
  const { memberId, tokens } = await registerByCode(db, { companyId: found.companyId, ...fields }, device, now)
  const { state } = await takeOwnPlace(db, found, { memberId, source: 'form', answers, now })
  return { ...tokens, state }
}
