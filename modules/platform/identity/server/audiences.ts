/** Audiences of what a company shows its members: those that a caller belongs to, and the names of any. */
import { type RawBuilder, sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { type AudienceKind, audiencePersonTypes, audienceRoles, everybody } from '../contract/audiences.ts'
import { identityTables } from './db.ts'
import { organizationAndAboveSql, personTypeSql } from './directory.ts'
import { organizationNames } from './member-lookup.ts'

interface NamedAudience {
  key: string
  kind: AudienceKind
  name: string
}

const everybodyName = { cn: '所有人', en: 'Everyone' } as const

/** `array of keys`: the audiences of the caller, found with the statement that asks for them. */
export function audiencesOfSql(caller: Caller): RawBuilder<string[]> {
  const ofRoles = caller.roles.map((role) => `role:${role}`)
  return sql<
    string[]
  >`(array[${everybody}, 'person-type:' || ${personTypeSql(caller.memberId)}]::text[] || ${ofRoles}::text[]
    || array(select 'organization:' || a from unnest(array${organizationAndAboveSql(caller.organizationId)}) a))`
}

function nameOf(
  key: string,
  organizations: ReadonlyMap<string, string>,
  language: Language,
): NamedAudience | undefined {
  const [kind, value = ''] = key.split(':') as [AudienceKind, string?]
  const name = {
    everybody: () => everybodyName[language],
    role: () => audienceRoles[value as keyof typeof audienceRoles]?.[language],
    'person-type': () => audiencePersonTypes[Number(value) as keyof typeof audiencePersonTypes]?.[language],
    organization: () => organizations.get(value),
  }[kind]()
  return name === undefined ? undefined : { key, kind, name }
}

export async function namedAudiences(db: Connection, companyId: string, keys: readonly string[], language: Language) {
  const organizations = await organizationNames(
    db,
    companyId,
    keys.filter((key) => key.startsWith('organization:')).map((key) => key.slice('organization:'.length)),
  )
  return (key: string) => nameOf(key, organizations, language)
}

export async function loadAudiences(db: Connection, caller: Caller, language: Language): Promise<NamedAudience[]> {
  const { rows } = await sql<{ keys: string[] }>`select ${audiencesOfSql(caller)} as keys`.execute(identityTables(db))
  const keys = [...new Set(rows[0]?.keys ?? [])]
  const named = await namedAudiences(db, caller.companyId, keys, language)
  return keys.flatMap((key) => named(key) ?? [])
}

export async function assertAudiences(db: Connection, companyId: string, keys: readonly string[]): Promise<void> {
  const named = await namedAudiences(db, companyId, keys, 'cn')
  if (keys.some((key) => named(key) === undefined)) throw refuse(NOT_FOUND)
}
