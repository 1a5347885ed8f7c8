/** The modules that this process serves: the only server file that knows them. */
import { coursesServer } from '#modules/courses/server.ts'
import { filesServer } from '#modules/files/server.ts'
import { identityServer } from '#modules/identity/server.ts'
import { settingsServer } from '#modules/settings/server.ts'
import type { ServerModule } from './module.ts'

export const serverModules: readonly ServerModule[] = [settingsServer, identityServer, filesServer, coursesServer]
