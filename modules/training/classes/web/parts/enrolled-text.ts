import type { TextOf } from '#web/i18n/texts.ts'
import type { EnrollmentState } from '../../contract/states.ts'

/** What the answer to an enrollment says: whether the place is the member's, or what it waits for. */
export function enrolledText(t: TextOf, { state }: { readonly state: EnrollmentState }): string {
  return t(`enroll.done.${state === 'enrolled' || state === 'waiting' ? state : 'pending'}`)
}
