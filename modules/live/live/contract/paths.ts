/** Both path families share one entry: the legacy path is an alias with its older codes (LIVE-149, LIVE-235). */
import type { ErrorCode } from '#kit/errors.ts'
import { legacyCodes } from './codes.ts'

export const newBase = '/live/new'
const legacyBase = '/course-study/gensee-student'

/** The paths of a call, and its refusals with the codes that the legacy path answers instead. */
export function bothFamilies(suffix: string, refusals: readonly ErrorCode[]) {
  const aliasErrors = legacyCodes.filter(([own]) => refusals.includes(own))
  return {
    path: `${newBase}${suffix}`,
    aliases: [`${legacyBase}${suffix}`],
    ...(aliasErrors.length > 0 && { aliasErrors }),
    errors: [...refusals, ...aliasErrors.map(([, legacy]) => legacy)],
  }
}
