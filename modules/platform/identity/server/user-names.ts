/** The name to sign in with. */
import { refuse } from '#kit/errors.ts'
import { USER_NAME_REFUSED } from '../contract/codes.ts'

const reserved = /admin|guest|test/i

/** `admin`, `guest` and `test` are refused in a name, in any letter case or width (IDENTITY-023). */
export function userNameAccepted(name: string): boolean {
  return !reserved.test(name.normalize('NFKC'))
}

export function assertUserNameAccepted(name: string): void {
  if (!userNameAccepted(name)) throw refuse(USER_NAME_REFUSED)
}
