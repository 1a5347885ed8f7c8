/** The modules whose screens this shell serves: the only file of web/ that knows them. */
import { coursesWeb } from '#modules/courses/web.tsx'
import { filesWeb } from '#modules/files/web.tsx'
import { identityWeb } from '#modules/identity/web.tsx'
import { settingsWeb } from '#modules/settings/web.tsx'
import type { WebModule } from './module.ts'

export const webModules: readonly WebModule[] = [settingsWeb, identityWeb, filesWeb, coursesWeb]
