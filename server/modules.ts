/** The modules of this process; the only server file that imports them. */

import { examsServer } from '#modules/assessment/exams/server.ts'
import { exercisesServer } from '#modules/assessment/exercises/server.ts'
import { papersServer } from '#modules/assessment/papers/server.ts'
import { practiceServer } from '#modules/assessment/practice/server.ts'
import { questionsServer } from '#modules/assessment/questions/server.ts'
import { surveysServer } from '#modules/assessment/surveys/server.ts'
import { addressesServer } from '#modules/commerce/addresses/server.ts'
import { cardsServer } from '#modules/commerce/cards/server.ts'
import { couponsServer } from '#modules/commerce/coupons/server.ts'
import { entitlementsServer } from '#modules/commerce/entitlements/server.ts'
import { financeServer } from '#modules/commerce/finance/server.ts'
import { goodsServer } from '#modules/commerce/goods/server.ts'
import { invoicesServer } from '#modules/commerce/invoices/server.ts'
import { ordersServer } from '#modules/commerce/orders/server.ts'
import { paymentsServer } from '#modules/commerce/payments/server.ts'
import { pricesServer } from '#modules/commerce/prices/server.ts'
import { redeemServer } from '#modules/commerce/redeem/server.ts'
import { askServer } from '#modules/community/ask/server.ts'
import { columnsServer } from '#modules/community/columns/server.ts'
import { communityServer } from '#modules/community/community/server.ts'
import { contentsServer } from '#modules/community/contents/server.ts'
import { feedServer } from '#modules/community/feed/server.ts'
import { followingServer } from '#modules/community/following/server.ts'
import { picturesServer } from '#modules/community/pictures/server.ts'
import { sharingServer } from '#modules/community/sharing/server.ts'
import { catalogServer } from '#modules/content/catalog/server.ts'
import { moderationServer } from '#modules/content/moderation/server.ts'
import { playbackServer } from '#modules/content/playback/server.ts'
import { studyServer } from '#modules/content/study/server.ts'
import { submissionsServer } from '#modules/content/submissions/server.ts'
import { topicsServer } from '#modules/content/topics/server.ts'
import { contestsServer } from '#modules/engagement/contests/server.ts'
import { lotteriesServer } from '#modules/engagement/lotteries/server.ts'
import { rankingsServer } from '#modules/insight/rankings/server.ts'
import { recommendationsServer } from '#modules/insight/recommendations/server.ts'
import { reportsServer } from '#modules/insight/reports/server.ts'
import { searchServer } from '#modules/insight/search/server.ts'
import { certificatesServer } from '#modules/learning/certificates/server.ts'
import { coursesServer } from '#modules/learning/courses/server.ts'
import { packagesServer } from '#modules/learning/packages/server.ts'
import { pathsServer } from '#modules/learning/paths/server.ts'
import { pushesServer } from '#modules/learning/pushes/server.ts'
import { subjectsServer } from '#modules/learning/subjects/server.ts'
import { xapiServer } from '#modules/learning/xapi/server.ts'
import { enginesServer } from '#modules/live/engines/server.ts'
import { liveServer } from '#modules/live/live/server.ts'
import { roomsServer } from '#modules/live/rooms/server.ts'
import { approvalsServer } from '#modules/platform/approvals/server.ts'
import { currencyServer } from '#modules/platform/currency/server.ts'
import { facesServer } from '#modules/platform/faces/server.ts'
import { filesServer } from '#modules/platform/files/server.ts'
import { identityServer } from '#modules/platform/identity/server.ts'
import { messagesServer } from '#modules/platform/messages/server.ts'
import { operationsServer } from '#modules/platform/operations/server.ts'
import { privacyServer } from '#modules/platform/privacy/server.ts'
import { settingsServer } from '#modules/platform/settings/server.ts'
import { wordsServer } from '#modules/platform/words/server.ts'
import { advertisementsServer } from '#modules/portal/advertisements/server.ts'
import { helpServer } from '#modules/portal/help/server.ts'
import { newsServer } from '#modules/portal/news/server.ts'
import { noticesServer } from '#modules/portal/notices/server.ts'
import { pagesServer } from '#modules/portal/pages/server.ts'
import { attendanceServer } from '#modules/training/attendance/server.ts'
import { classesServer } from '#modules/training/classes/server.ts'
import { classroomsServer } from '#modules/training/classrooms/server.ts'
import { externalServer } from '#modules/training/external/server.ts'
import { graduationServer } from '#modules/training/graduation/server.ts'
import { homeworkServer } from '#modules/training/homework/server.ts'
import { lecturersServer } from '#modules/training/lecturers/server.ts'
import { plansServer } from '#modules/training/plans/server.ts'
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
  catalogServer,
  topicsServer,
  studyServer,
  submissionsServer,
  playbackServer,
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
  noticesServer,
  questionsServer,
  examsServer,
  exercisesServer,
  papersServer,
  practiceServer,
  surveysServer,
  lecturersServer,
  classroomsServer,
  externalServer,
  lotteriesServer,
  contestsServer,
  classesServer,
  homeworkServer,
  attendanceServer,
  graduationServer,
  plansServer,
  moderationServer,
  followingServer,
  picturesServer,
  contentsServer,
  columnsServer,
  askServer,
  feedServer,
  helpServer,
  entitlementsServer,
  pricesServer,
  paymentsServer,
  ordersServer,
  addressesServer,
  invoicesServer,
  redeemServer,
  cardsServer,
  financeServer,
  couponsServer,
  goodsServer,
  searchServer,
  rankingsServer,
  recommendationsServer,
  reportsServer,
  pagesServer,
  facesServer,
  newsServer,
  advertisementsServer,
]

registerExtensions(serverModules)
