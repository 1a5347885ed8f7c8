/** The modules that this process serves: the only server file that knows them. */

import { approvalsServer } from '#modules/approvals/server.ts'
import { certificatesServer } from '#modules/certificates/server.ts'
import { communityServer } from '#modules/community/server.ts'
import { coursesServer } from '#modules/courses/server.ts'
import { currencyServer } from '#modules/currency/server.ts'
import { enginesServer } from '#modules/engines/server.ts'
import { filesServer } from '#modules/files/server.ts'
import { identityServer } from '#modules/identity/server.ts'
import { liveServer } from '#modules/live/server.ts'
import { messagesServer } from '#modules/messages/server.ts'
import { operationsServer } from '#modules/operations/server.ts'
import { packagesServer } from '#modules/packages/server.ts'
import { pathsServer } from '#modules/paths/server.ts'
import { privacyServer } from '#modules/privacy/server.ts'
import { pushesServer } from '#modules/pushes/server.ts'
import { roomsServer } from '#modules/rooms/server.ts'
import { settingsServer } from '#modules/settings/server.ts'
import { sharingServer } from '#modules/sharing/server.ts'
import { studyServer } from '#modules/study/server.ts'
import { subjectsServer } from '#modules/subjects/server.ts'
import { topicsServer } from '#modules/topics/server.ts'
import { wordsServer } from '#modules/words/server.ts'
import { xapiServer } from '#modules/xapi/server.ts'
import { registerExtensions } from './extension.ts'
import type { ServerModule } from './module.ts'

export const serverModules: readonly ServerModule[] = [
  settingsServer,
  wordsServer,
  operationsServer,
  identityServer,
  filesServer,
  messagesServer,
  approvalsServer,
  topicsServer,
  studyServer,
  currencyServer,
  communityServer,
  sharingServer,
  enginesServer,
  roomsServer,
  liveServer,
  xapiServer,
  privacyServer,
  certificatesServer,
  packagesServer,
  coursesServer,
  subjectsServer,
  pathsServer,
  pushesServer,
]

registerExtensions(serverModules)
