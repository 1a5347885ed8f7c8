/**
 * Identity: companies, organizations, members, roles, sign-in. The entries are in contract/, one file for each noun.
 */
import { contract } from '#kit/contract.ts'
import { memberImport } from './contract/member-import.ts'
import { members } from './contract/members.ts'
import { organizations } from './contract/organizations.ts'
import { profile } from './contract/profile.ts'
import { rolesContract } from './contract/roles.ts'
import { signIn } from './contract/sign-in.ts'

export {
  Audience,
  AudienceKey,
  audiencesMax,
  everybody,
} from './contract/audiences.ts'
export { EMAIL_USED, PHONE_USED } from './contract/codes.ts'
export { registrationErrors, registrationFields } from './contract/self-registration.ts'
export { TokenAnswer } from './contract/sign-in.ts'

export const identity = contract({
  ...signIn,
  ...profile,
  ...organizations,
  ...members,
  ...memberImport,
  ...rolesContract,
})
