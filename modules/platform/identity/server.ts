/** The door of identity for server code of other modules. */
import { serverModule } from '#server/module.ts'
import { identity } from './contract.ts'
import { authenticate } from './server/authenticate.ts'
import { recheckWork } from './server/import-recheck.ts'
import { importWork, readingWork } from './server/import-work.ts'
import { jobs } from './server/jobs.ts'
import { identityDirectory } from './server/member-directory.ts'
import { memberFigure } from './server/overview.ts'
import { identityPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

export { assertAudiences, audiencesOfSql, loadAudiences, namedAudiences } from './server/audiences.ts'
export { callerOfMember, starterOf, validTokens } from './server/authenticate.ts'
export { servesCompany } from './server/companies.ts'
export { assertNotLastSuperAdmin, confirmOneself } from './server/confirmation.ts'
export {
  type Audience,
  audienceSql,
  companiesSql,
  contactsSql,
  directorySql,
  enabledPeopleSql,
  organizationAndAboveSql,
  organizationsAboveSql,
  organizationsBelowSql,
  organizationsSql,
  postsSql,
  rightsVersionSql,
  runningSessionsSql,
} from './server/directory.ts'
export { directoryIds, membersOfOrganizations } from './server/directory-ids.ts'
export { lecturerRegister, type MemberPoints, memberPoints } from './server/identities.ts'
export {
  assertMembersOfCompany,
  covers,
  grantedOrganizations,
  type KnownMember,
  membersByIds,
  organizationNames,
  organizationsAbove,
  runningSessions,
  withOrganizationNames,
} from './server/member-lookup.ts'
export { namedMembers } from './server/named-members.ts'
export { registerByCode, registrationOptions } from './server/registration.ts'
export {
  activeMemberIds,
  holdersOfPermission,
  holdersOfRole,
  holdersOfRoleUpward,
  superiorChain,
  superiorsOf,
} from './server/role-holders.ts'
export { memberStandings, positionNames } from './server/rule-attributes.ts'
export { subordinatesSql } from './server/superiors.ts'
export { lecturerDuty } from './server/teaching-commitments.ts'
export { getTimeZone, instantText, timeZoneSql } from './server/time-zone.ts'

export const identityServer = serverModule({
  name: 'identity',
  contract: identity,
  routes,
  jobs,
  authenticate,
  extensions: [
    identityPersonalData,
    memberFigure,
    identityDirectory,
    readingWork.task,
    recheckWork.task,
    importWork.task,
  ],
})
