/** Members of the demonstration as those who make a call. */
import { v7 as uuid } from 'uuid'
import { demoCompanyId } from './companies.ts'

export const callerOf = (
  { id, organizationId }: { id: string; organizationId: string },
  permissions: readonly string[] = [],
) => ({
  ...{ memberId: id, companyId: demoCompanyId, organizationId, sessionId: uuid(), roles: [] },
  permissions: new Map(permissions.map((permission) => [permission, [demoCompanyId]])),
})
