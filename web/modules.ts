/** The modules whose screens this shell serves: the only file of web/ that knows them. */

import { examsWeb } from '#modules/assessment/exams/web.tsx'
import { exercisesWeb } from '#modules/assessment/exercises/web.tsx'
import { papersWeb } from '#modules/assessment/papers/web.tsx'
import { practiceWeb } from '#modules/assessment/practice/web.tsx'
import { questionsWeb } from '#modules/assessment/questions/web.tsx'
import { surveysWeb } from '#modules/assessment/surveys/web.tsx'
import { addressesWeb } from '#modules/commerce/addresses/web.tsx'
import { cardsWeb } from '#modules/commerce/cards/web.tsx'
import { couponsWeb } from '#modules/commerce/coupons/web.tsx'
import { entitlementsWeb } from '#modules/commerce/entitlements/web.tsx'
import { financeWeb } from '#modules/commerce/finance/web.tsx'
import { goodsWeb } from '#modules/commerce/goods/web.tsx'
import { invoicesWeb } from '#modules/commerce/invoices/web.tsx'
import { ordersWeb } from '#modules/commerce/orders/web.tsx'
import { paymentsWeb } from '#modules/commerce/payments/web.tsx'
import { pricesWeb } from '#modules/commerce/prices/web.tsx'
import { redeemWeb } from '#modules/commerce/redeem/web.tsx'
import { askWeb } from '#modules/community/ask/web.tsx'
import { columnsWeb } from '#modules/community/columns/web.tsx'
import { communityWeb } from '#modules/community/community/web.tsx'
import { contentsWeb } from '#modules/community/contents/web.tsx'
import { feedWeb } from '#modules/community/feed/web.tsx'
import { followingWeb } from '#modules/community/following/web.tsx'
import { picturesWeb } from '#modules/community/pictures/web.tsx'
import { sharingWeb } from '#modules/community/sharing/web.tsx'
import { catalogWeb } from '#modules/content/catalog/web.tsx'
import { moderationWeb } from '#modules/content/moderation/web.tsx'
import { playbackWeb } from '#modules/content/playback/web.tsx'
import { studyWeb } from '#modules/content/study/web.tsx'
import { submissionsWeb } from '#modules/content/submissions/web.tsx'
import { topicsWeb } from '#modules/content/topics/web.tsx'
import { contestsWeb } from '#modules/engagement/contests/web.tsx'
import { lotteriesWeb } from '#modules/engagement/lotteries/web.tsx'
import { rankingsWeb } from '#modules/insight/rankings/web.tsx'
import { recommendationsWeb } from '#modules/insight/recommendations/web.tsx'
import { reportsWeb } from '#modules/insight/reports/web.tsx'
import { searchWeb } from '#modules/insight/search/web.tsx'
import { certificatesWeb } from '#modules/learning/certificates/web.tsx'
import { coursesWeb } from '#modules/learning/courses/web.tsx'
import { packagesWeb } from '#modules/learning/packages/web.tsx'
import { pathsWeb } from '#modules/learning/paths/web.tsx'
import { pushesWeb } from '#modules/learning/pushes/web.tsx'
import { subjectsWeb } from '#modules/learning/subjects/web.tsx'
import { xapiWeb } from '#modules/learning/xapi/web.tsx'
import { enginesWeb } from '#modules/live/engines/web.tsx'
import { liveWeb } from '#modules/live/live/web.tsx'
import { roomsWeb } from '#modules/live/rooms/web.tsx'
import { approvalsWeb } from '#modules/platform/approvals/web.tsx'
import { currencyWeb } from '#modules/platform/currency/web.tsx'
import { facesWeb } from '#modules/platform/faces/web.tsx'
import { filesWeb } from '#modules/platform/files/web.tsx'
import { identityWeb } from '#modules/platform/identity/web.tsx'
import { messagesWeb } from '#modules/platform/messages/web.tsx'
import { operationsWeb } from '#modules/platform/operations/web.tsx'
import { privacyWeb } from '#modules/platform/privacy/web.tsx'
import { settingsWeb } from '#modules/platform/settings/web.tsx'
import { wordsWeb } from '#modules/platform/words/web.tsx'
import { advertisementsWeb } from '#modules/portal/advertisements/web.tsx'
import { helpWeb } from '#modules/portal/help/web.tsx'
import { newsWeb } from '#modules/portal/news/web.tsx'
import { noticesWeb } from '#modules/portal/notices/web.tsx'
import { pagesWeb } from '#modules/portal/pages/web.tsx'
import { attendanceWeb } from '#modules/training/attendance/web.tsx'
import { classesWeb } from '#modules/training/classes/web.tsx'
import { classroomsWeb } from '#modules/training/classrooms/web.tsx'
import { externalWeb } from '#modules/training/external/web.tsx'
import { graduationWeb } from '#modules/training/graduation/web.tsx'
import { homeworkWeb } from '#modules/training/homework/web.tsx'
import { lecturersWeb } from '#modules/training/lecturers/web.tsx'
import { plansWeb } from '#modules/training/plans/web.tsx'
import type { WebModule } from './module.ts'

export const webModules: readonly WebModule[] = [
  settingsWeb,
  wordsWeb,
  operationsWeb,
  identityWeb,
  filesWeb,
  messagesWeb,
  approvalsWeb,
  catalogWeb,
  topicsWeb,
  studyWeb,
  submissionsWeb,
  playbackWeb,
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
  noticesWeb,
  questionsWeb,
  exercisesWeb,
  papersWeb,
  examsWeb,
  practiceWeb,
  surveysWeb,
  lecturersWeb,
  classroomsWeb,
  externalWeb,
  lotteriesWeb,
  contestsWeb,
  classesWeb,
  homeworkWeb,
  attendanceWeb,
  graduationWeb,
  plansWeb,
  moderationWeb,
  followingWeb,
  picturesWeb,
  contentsWeb,
  columnsWeb,
  askWeb,
  feedWeb,
  helpWeb,
  entitlementsWeb,
  pricesWeb,
  paymentsWeb,
  ordersWeb,
  addressesWeb,
  invoicesWeb,
  redeemWeb,
  cardsWeb,
  financeWeb,
  couponsWeb,
  goodsWeb,
  searchWeb,
  rankingsWeb,
  recommendationsWeb,
  reportsWeb,
  pagesWeb,
  facesWeb,
  newsWeb,
  advertisementsWeb,
]
