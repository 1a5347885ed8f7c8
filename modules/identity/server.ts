/** Identity's door for other modules' server code. */
import { serverModule } from '#server/module.ts'
import { identity } from './contract.ts'
import { authenticate } from './server/authenticate.ts'
import { jobs } from './server/jobs.ts'
import { routes } from './server/routes.ts'

export {
  directorySql,
  organizationAndAboveSql,
  organizationsBelowSql,
  organizationsSql,
  timeZoneSql,
} from './server/directory.ts'
export { assertMembersOfCompany, organizationNames } from './server/door.ts'

export const identityServer = serverModule({ name: 'identity', contract: identity, routes, jobs, authenticate })
