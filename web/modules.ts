/** The modules whose screens this shell serves: the only file of web/ that knows them. */

import { approvalsWeb } from '#modules/approvals/web.tsx'
import { certificatesWeb } from '#modules/certificates/web.tsx'
import { communityWeb } from '#modules/community/web.tsx'
import { coursesWeb } from '#modules/courses/web.tsx'
import { currencyWeb } from '#modules/currency/web.tsx'
import { enginesWeb } from '#modules/engines/web.tsx'
import { filesWeb } from '#modules/files/web.tsx'
import { identityWeb } from '#modules/identity/web.tsx'
import { liveWeb } from '#modules/live/web.tsx'
import { messagesWeb } from '#modules/messages/web.tsx'
import { operationsWeb } from '#modules/operations/web.tsx'
import { packagesWeb } from '#modules/packages/web.tsx'
import { pathsWeb } from '#modules/paths/web.tsx'
import { privacyWeb } from '#modules/privacy/web.tsx'
import { pushesWeb } from '#modules/pushes/web.tsx'
import { roomsWeb } from '#modules/rooms/web.tsx'
import { settingsWeb } from '#modules/settings/web.tsx'
import { sharingWeb } from '#modules/sharing/web.tsx'
import { studyWeb } from '#modules/study/web.tsx'
import { subjectsWeb } from '#modules/subjects/web.tsx'
import { topicsWeb } from '#modules/topics/web.tsx'
import { wordsWeb } from '#modules/words/web.tsx'
import { xapiWeb } from '#modules/xapi/web.tsx'
import type { WebModule } from './module.ts'

export const webModules: readonly WebModule[] = [
  settingsWeb,
  wordsWeb,
  operationsWeb,
  identityWeb,
  filesWeb,
  messagesWeb,
  approvalsWeb,
  topicsWeb,
  studyWeb,
  currencyWeb,
  communityWeb,
  sharingWeb,
  enginesWeb,
  roomsWeb,
  liveWeb,
  xapiWeb,
  privacyWeb,
  certificatesWeb,
  packagesWeb,
  coursesWeb,
  subjectsWeb,
  pathsWeb,
  pushesWeb,
]
