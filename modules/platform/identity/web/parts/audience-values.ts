/** The keys of audiences as the fields of a form. */
import { everybody } from '../../contract/audiences.ts'

export interface AudienceValues {
  readonly isEverybody: boolean
  readonly roles: readonly string[]
  readonly personTypes: readonly string[]
  readonly organizationIds: readonly string[]
}

const valuesOf = (keys: readonly string[], kind: string) =>
  keys.filter((key) => key.startsWith(`${kind}:`)).map((key) => key.slice(kind.length + 1))

export const audienceValues = (keys: readonly string[]): AudienceValues => ({
  isEverybody: keys.includes(everybody),
  roles: valuesOf(keys, 'role'),
  personTypes: valuesOf(keys, 'person-type'),
  organizationIds: valuesOf(keys, 'organization'),
})

export const audienceKeys = ({ isEverybody, roles, personTypes, organizationIds }: AudienceValues): string[] =>
  isEverybody
    ? [everybody]
    : [
        ...roles.map((role) => `role:${role}`),
        ...personTypes.map((type) => `person-type:${type}`),
        ...organizationIds.map((id) => `organization:${id}`),
      ]
