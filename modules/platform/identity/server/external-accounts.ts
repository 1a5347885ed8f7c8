/**
 * Maps a provider's account to a member: the linked one, else the company's member with the verified e-mail address,
 * else the one with the staff number, else a new one in the company's root organization.
 */
import { randomInt } from 'node:crypto'
import { normalizeName, titlePattern } from '#kit/names.ts'
import { nameLengthMax } from '../contract/shapes.ts'
import type { SigningMember } from './accounts.ts'
import type { IdentityDb } from './db.ts'
import { insertMember } from './new-members.ts'
import { imitatingNames, lockUserNames, userNameAccepted } from './user-names.ts'

export interface ExternalPerson {
  readonly issuer: string
  readonly subject: string
  readonly verifiedEmail: string | undefined
  readonly staffNumber: string | undefined
  readonly userName: string | undefined
  readonly fullName: string | undefined
}

export async function memberOfExternalAccount(
  db: IdentityDb,
  companyId: string,
  person: ExternalPerson,
  now: number,
): Promise<SigningMember> {
  const linked = await findLinked(db, companyId, person)
  if (linked) return linked
  const member = (await findKnown(db, companyId, person)) ?? (await createMember(db, companyId, person, now))
  await db
    .insertInto('identity.external_account')
    .values({
      issuer: person.issuer,
      subject: person.subject,
      company_id: companyId,
      member_id: member.id,
      linked_at: now,
    })
    .execute()
  return member
}

const signing = ['m.id', 'm.company_id as companyId', 'm.enabled'] as const

async function findLinked(db: IdentityDb, companyId: string, person: ExternalPerson) {
  return db
    .selectFrom('identity.external_account as a')
    .innerJoin('identity.member as m', 'm.id', 'a.member_id')
    .select(signing)
    .where('a.company_id', '=', companyId)
    .where('a.issuer', '=', person.issuer)
    .where('a.subject', '=', person.subject)
    .executeTakeFirst()
}

async function findKnown(db: IdentityDb, companyId: string, person: ExternalPerson) {
  const email = person.verifiedEmail
  const byEmail = email
    ? await db
        .selectFrom('identity.member as m')
        .select(signing)
        .where((e) => e(e.fn('lower', ['m.email']), '=', email))
        .where('m.company_id', '=', companyId)
        .executeTakeFirst()
    : undefined
  if (byEmail || person.staffNumber === undefined) return byEmail
  return db
    .selectFrom('identity.member as m')
    .select(signing)
    .where('m.staff_number', '=', person.staffNumber)
    .where('m.company_id', '=', companyId)
    .executeTakeFirst()
}

/** The provider's suggestions for a name that the rules accept, then a generated one. */
function nameSuggestions(person: ExternalPerson): string[] {
  const suggested = [person.userName, person.verifiedEmail?.split('@')[0]]
  const usable = suggested
    .map((name) =>
      normalizeName(name ?? '')
        .replace(/[^\p{L}\p{N}._-]/gu, '')
        .slice(0, nameLengthMax),
    )
    .filter((name) => name.length >= 2 && userNameAccepted(name))
  return [...usable, `u${randomInt(1e9, 1e10)}`]
}

/** The provider's name of the person, if it is one that we would take from the person. */
function fullNameOf(text: string): string | undefined {
  const name = [...normalizeName(text)].slice(0, nameLengthMax).join('')
  return new RegExp(titlePattern, 'u').test(name) ? name : undefined
}

async function createMember(
  db: IdentityDb,
  companyId: string,
  person: ExternalPerson,
  now: number,
): Promise<SigningMember> {
  const names = nameSuggestions(person)
  await lockUserNames(db, companyId, names)
  const taken = await db
    .selectFrom('identity.member')
    .select((e) => e.fn<string>('lower', ['name']).as('name'))
    .where('company_id', '=', companyId)
    .where((e) => e.or(names.map((name) => e(e.fn('lower', ['name']), '=', name.toLowerCase()))))
    .execute()
  const imitating = await imitatingNames(db, companyId, names)
  const used = new Set([...taken.map((row) => row.name), ...imitating])
  const name = names.find((candidate) => !used.has(candidate.toLowerCase())) ?? `u${randomInt(1e9, 1e10)}`
  const fullName = fullNameOf(person.fullName ?? '') ?? name
  // No member of the company has the address: `findKnown` would have found the member.
  const email = person.verifiedEmail
  const id = await insertMember(db, { companyId, organizationId: companyId, name, fullName, email }, now)
  return { id, companyId, enabled: true }
}
