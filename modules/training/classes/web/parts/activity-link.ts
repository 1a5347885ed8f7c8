import { withBackTo } from '#web/back-to.ts'
import type { OwnActivity } from '../../contract/learning.ts'
import { classPaths } from '../paths.ts'

/** Content of the platform opens on its own screen, with the way back to the class above it (TRAINING-041). */
export const activityLink = (classId: string, { kind, link }: Pick<OwnActivity, 'kind' | 'link'>): string =>
  kind === 'content' ? withBackTo(link, classPaths.one(classId)) : link
