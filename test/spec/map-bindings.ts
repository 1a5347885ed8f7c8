/**
 * Where the product keeps the maps of docs/spec/maps.tsv: the labels that screens say, and the field of a call that carries
 * the values. A map that is built gets an entry here; until then it stands in pending.tsv.
 */
import type { TSchema } from 'typebox'
import { exams } from '#modules/assessment/exams/contract.ts'
import { surveys } from '#modules/assessment/surveys/contract.ts'
import { invoices } from '#modules/commerce/invoices/contract.ts'
import { orders } from '#modules/commerce/orders/contract.ts'
import { prices } from '#modules/commerce/prices/contract.ts'
import { community } from '#modules/community/community/contract.ts'
import { contents } from '#modules/community/contents/contract.ts'
import { sharing } from '#modules/community/sharing/contract.ts'
import { contests } from '#modules/engagement/contests/contract.ts'
import { rankings } from '#modules/insight/rankings/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { paths } from '#modules/learning/paths/contract.ts'
import { pushes } from '#modules/learning/pushes/contract.ts'
import { subjects } from '#modules/learning/subjects/contract.ts'
import { live } from '#modules/live/live/contract.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { currency } from '#modules/platform/currency/contract.ts'
import { files } from '#modules/platform/files/contract.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { classes } from '#modules/training/classes/contract.ts'
import { external } from '#modules/training/external/contract.ts'

type Value = string | number

export interface MapBinding {
  /** The module whose messages hold the labels, and the key of a value's label. */
  readonly module: string
  readonly key?: (value: string) => string
  /** A source file of the screen that says the label, and how; without it nothing says the map yet, and no id is proven. */
  readonly saidBy?: readonly [file: string, code: string]
  /** The schema of a call, and the name of the field in it that takes or gives the values. */
  readonly wire?: readonly [schema: TSchema, field: string]
  /** The values as they travel, where the table names them otherwise; `null` travels in another field. */
  readonly wireValues?: Readonly<Record<string, Value | null>>
  /** Values of the field that the map does not have, and why. */
  readonly alsoOnWire?: readonly Value[]
  /** Labels that were decided to differ from the table's. */
  readonly labels?: { readonly cn?: Readonly<Record<string, string>>; readonly en?: Readonly<Record<string, string>> }
}

const of = (name: string) => (value: string) => `maps.${name}.${value}`
const ofLive = (map: string, rest: Partial<MapBinding>): MapBinding => ({ module: 'live', key: of(map), ...rest })
const said = (file: string, map: string) => [`modules/live/live/web/${file}`, `mapLabel('${map}'`] as const
const ofKit = (map: string): MapBinding => ({ module: 'kit', key: of(map) })

const surveyStates = { unreleased: 1, upcoming: 2, 'in-progress': 3, ended: 4, revoked: 5 } as const

const trainTypes = { internal: 1, external: 2 } as const
const ofClasses = (map: string, file: string): MapBinding => ({
  module: 'classes',
  key: of(map),
  saidBy: [`modules/training/classes/web/${file}`, `maps.${map}.`],
})

const ofInvoices = (map: string, file: string): MapBinding => ({
  module: 'invoices',
  key: of(map),
  saidBy: [`modules/commerce/invoices/web/parts/${file}`, `maps.${map}.`],
})

const ofPrices = (map: string, field: string): MapBinding => ({
  module: 'prices',
  key: of(map),
  saidBy: ['modules/commerce/prices/web/parts/PriceForm.tsx', `maps.${map}.`],
  wire: [prices.price.response, field],
})
const ofOrders = (key: string, field: string): MapBinding => ({
  module: 'orders',
  key: (value) => `${key}.${value}`,
  saidBy: ['modules/commerce/orders/web/parts/StatusTag.tsx', `${key}.`],
  wire: [orders.ownOrder.response, field],
})

export const mapBindings: Readonly<Record<string, MapBinding>> = {
  'is-pay': ofPrices('is-pay', 'isPay'),
  'pay-type': ofPrices('pay-type', 'payType'),
  'is-ladder-price': ofPrices('is-ladder-price', 'isLadderPrice'),
  'order-status': ofOrders('status', 'status'),
  'delivery-status': ofOrders('delivery', 'delivery'),
  'order-approval': ofOrders('approval', 'approval'),
  'invoice-status': { ...ofInvoices('invoice-status', 'StateTag.tsx'), wire: [invoices.ownInvoice.response, 'state'] },
  'invoice-type': {
    ...ofInvoices('invoice-type', 'InvoiceDetail.tsx'),
    wire: [invoices.ownInvoice.response, 'invoiceType'],
  },
  'invoice-medium': {
    ...ofInvoices('invoice-medium', 'InvoiceDetail.tsx'),
    wire: [invoices.ownInvoice.response, 'invoiceMedium'],
  },
  'billing-type': {
    ...ofInvoices('billing-type', 'InvoiceDetail.tsx'),
    wire: [invoices.ownInvoice.response, 'billingType'],
  },
  language: { ...ofKit('language'), wire: [identity.editDetail.response, 'language'] },
  'http-reaction': ofKit('http-reaction'),
  'content-status': ofKit('content-status'),
  'resource-status': ofKit('resource-status'),
  'join-status': ofKit('join-status'),
  putforward: {
    ...ofKit('putforward'),
    saidBy: ['modules/training/external/web/parts/PutforwardTag.tsx', "mapText('putforward'"],
    wire: [external.externalActivities.response, 'putforward'],
  },
  'required-type': ofKit('required-type'),
  'avatar-type': {
    ...{ module: 'identity', key: of('avatarType') },
    saidBy: ['modules/platform/identity/web/parts/AvatarPicker.tsx', 'maps.avatarType.'],
  },
  'identity-label': {
    module: 'identity',
    key: of('identityLabel'),
    saidBy: ['modules/platform/identity/web/share-index/MemberCard.tsx', 'maps.identityLabel.'],
  },
  'person-type': {
    module: 'identity',
    key: (value) => `maps.personType.${{ individual: 1, purchaser: 2, admin: 3 }[value]}`,
    saidBy: ['modules/platform/identity/web/admin/MemberDrawer.tsx', 'maps.personType.'],
    labels: { en: { admin: 'Administrator' } },
    wire: [identity.memberDetail.response, 'personType'],
    wireValues: { individual: 1, purchaser: 2, admin: 3 },
  },
  'contest-review': {
    module: 'contests',
    key: of('contest-review'),
    saidBy: ['modules/engagement/contests/web/center/ReviewsPage.tsx', 't(`maps.contest-review.'],
    wire: [contests.contestReviews.query, 'filter'],
  },
  role: {
    module: 'identity',
    key: of('role'),
    saidBy: ['modules/platform/identity/web/admin/MembersPage.tsx', 't(`maps.role.'],
    wire: [identity.listMembers.query, 'role'],
    // Nobody grants these: a team's administrators have them by their place in the team.
    wireValues: { 'team-admin': null, 'enjoy-admin': null },
    labels: {
      // Whether a lecturer is disabled is said beside the role.
      cn: { lecturer: '讲师' },
      en: { 'class-staff': 'Class staff', 'enjoy-admin': 'Share account administrator' },
    },
  },
  'managed-level': {
    module: 'identity',
    key: of('managedLevel'),
    saidBy: ['modules/platform/identity/web/center/SubordinatePage.tsx', 'maps.managedLevel.'],
    wire: [identity.subordinates.response, 'level'],
  },
  'member-type': {
    module: 'community',
    key: of('member-type'),
    saidBy: ['modules/community/community/web/share-output/MembersPage.tsx', 'maps.member-type.'],
    wire: [community.accountMembers.response, 'memberType'],
    labels: { en: { 0: 'Owner' } },
  },
  ranking: {
    module: 'rankings',
    key: (value) => `names.${value}`,
    saidBy: ['modules/insight/rankings/web/center/RankingsPage.tsx', 't(`names.'],
    wire: [rankings.rankingEvidence.query, 'ranking'],
  },
  'business-type': {
    module: 'sharing',
    key: (value) => `kind.${value}`,
    saidBy: ['modules/community/sharing/web/PosterModal.tsx', 't(`kind.'],
    wire: [sharing.recordAction.body, 'itemType'],
    labels: {
      // Who carries a live is left out.
      cn: { 5: '直播', 15: '直播' },
      en: {
        4: 'Survey',
        5: 'Live session',
        8: 'Class sign-in',
        9: 'Attendance',
        10: 'Lottery',
        12: 'Question',
        13: 'Q&A post',
        14: 'Discussion',
        15: 'Live session',
        16: 'Content',
        17: 'Learning path',
      },
    },
  },
  'share-channel': {
    module: 'sharing',
    key: (value) => `channel.${value}`,
    saidBy: ['modules/community/sharing/web/SharePopup.tsx', 't(`channel.'],
    wire: [sharing.recordAction.body, 'channel'],
    // The popup names the service, not the code that it reads.
    labels: { en: { weChat: 'WeChat', qq: 'Qzone', ask: 'Q&A' } },
  },
  'approval-result': {
    module: 'approvals',
    key: (value) => `states.${{ 0: 'refused', 1: 'agreed', 2: 'withdrawn', 4: 'running' }[value]}`,
    saidBy: ['modules/platform/approvals/web/parts/StateTag.tsx', 't(`states.'],
    wire: [approvals.process.response, 'result'],
    // English says of an application that it is approved, and under review.
    labels: { en: { 1: 'Approved', 4: 'Under review' } },
  },
  'action-type': {
    module: 'sharing',
    wire: [sharing.recordAction.body, 'actionType'],
    // Praise (COMMUNITY-100).
    alsoOnWire: [1],
  },
  'coin-kind': { module: 'currency', wire: [currency.enjoyGrant.body, 'type'] },
  'account-type': {
    module: 'currency',
    wire: [currency.totalAmount.query, 'accountType'],
    // Persons and organizations have accounts too.
    alsoOnWire: [1, 2],
  },
  'translate-type': { module: 'files', wire: [files.preview.response, 'translateType'] },
  'todo-action': {
    module: 'messages',
    key: (value) => `todoAction.${value}`,
    saidBy: ['modules/platform/messages/web/TodoRow.tsx', 't(`todoAction.'],
    wire: [messages.findMyUnfinished.response, 'action'],
    // What is studied and reviewed.
    alsoOnWire: ['start-study', 'continue-study', 'go-review', 'go-answer'],
    // A button says what one does there, in the words of the glossary.
    labels: {
      en: {
        'start-marking': 'Start grading',
        'restart-marking': 'Grade again',
        'enter-invigilation': 'Start proctoring',
        'go-approve': 'Approve',
        'go-revise': 'Revise',
      },
    },
  },
  'stage-group': {
    module: 'messages',
    key: (value) => `stageGroup.${value}`,
    saidBy: ['modules/platform/messages/web/center/TodoPage.tsx', 'stageGroup.'],
    wire: [messages.findMyUnfinished.response, 'stage'],
  },
  'live-type': ofLive('live-type', { wire: [live.live.response, 'liveType'] }),
  'live-form-type': ofLive('live-form-type', {
    saidBy: said('form/LiveForm.tsx', 'live-form-type'),
    wire: [live.apply.body, 'type'],
  }),
  'live-mode': ofLive('live-mode', {
    saidBy: said('detail/Facts.tsx', 'live-mode'),
    wire: [live.apply.body, 'liveMode'],
  }),
  'share-scope': ofLive('share-scope', {
    saidBy: said('detail/Facts.tsx', 'share-scope'),
    wire: [live.apply.body, 'shareScope'],
    // A chosen audience (decision 111).
    alsoOnWire: [4],
  }),
  'execution-mode': ofLive('execution-mode', {
    saidBy: said('form/LiveForm.tsx', 'execution-mode'),
    wire: [live.apply.body, 'executionMode'],
    wireValues: { web: 1, client: 2 },
  }),
  supplier: ofLive('supplier', {
    saidBy: said('admin/SupplierModal.tsx', 'supplier'),
    wire: [live.supplier.response, 'liveSupply'],
    // An administrator chooses by what a provider is, and two of them must not read alike (decision 92).
    labels: {
      cn: { 0: '外部直播系统一', 3: '平台直播间', 4: '外部直播系统二' },
      en: { 0: 'First external system', 3: 'The platform’s rooms', 4: 'Second external system' },
    },
  }),
  'live-status': ofLive('live-status', {
    saidBy: ['modules/live/live/web/parts/labels.ts', "'live-status'"],
    wire: [live.live.response, 'status'],
    // One word on a tag.
    labels: { en: { 4: 'Canceled' } },
  }),
  'live-display-status': ofLive('live-display-status', {
    saidBy: ['modules/live/live/web/parts/labels.ts', "'live-display-status'"],
    wire: [live.live.response, 'displayStatus'],
    // Up to 4 it is the status.
    alsoOnWire: [0, 1, 2, 3, 4],
  }),
  'live-approval-status': ofLive('live-approval-status', {
    wire: [live.live.response, 'approvalStatus'],
    // Agreed: there is nothing to say.
    alsoOnWire: [2],
  }),
  'live-request-status': ofLive('live-request-status', {
    wire: [live.live.response, 'requestStatus'],
    // Requested, and failed.
    alsoOnWire: [1, 4],
  }),
  'live-url-type': ofLive('live-url-type', { wire: [live.enterUrl.query, 'urlType'] }),
  'live-entry-identity': ofLive('live-entry-identity', { wire: [live.enterUrl.query, 'identity'] }),
  'live-role': ofLive('live-role', { saidBy: said('parts/RoleLinkList.tsx', 'live-role') }),
  'course-study-status': {
    module: 'courses',
    key: of('course-study-status'),
    saidBy: ['modules/learning/courses/web/admin/StudyTag.tsx', 'maps.course-study-status.'],
    wire: [courses.heartbeat.response, 'courseStatus'],
    labels: { en: { 3: 'Given up' } },
  },
  'study-status': {
    module: 'courses',
    // Both documents' values stand in one map (COURSE-032).
    key: of('course-study-status'),
    saidBy: ['modules/learning/courses/web/admin/StudyTag.tsx', 'maps.course-study-status.'],
    wire: [courses.heartbeat.response, 'courseStatus'],
    alsoOnWire: [0, 1, 2, 3, 4],
  },
  'task-status': {
    module: 'pushes',
    key: of('task-status'),
    saidBy: ['modules/learning/pushes/web/parts/Tags.tsx', 'maps.task-status.'],
    wire: [pushes.pushMembers.response, 'taskStatus'],
  },
  'exam-record': {
    module: 'exams',
    key: of('exam-record'),
    saidBy: ['modules/assessment/exams/web/parts/StateTag.tsx', 'maps.exam-record.'],
    wire: [exams.ownRecord.response, 'status'],
  },
  'exam-record-list-2': {
    module: 'exams',
    key: of('exam-record-list-2'),
    saidBy: ['modules/assessment/exams/web/parts/StateTag.tsx', 'maps.exam-record-list-2.'],
    wire: [exams.examinees.response, 'status'],
  },
  'exam-publishing': {
    module: 'exams',
    key: of('exam-publishing'),
    saidBy: ['modules/assessment/exams/web/parts/StateTag.tsx', 'maps.exam-publishing.'],
    wire: [exams.exam.response, 'state'],
  },
  'push-status': {
    module: 'pushes',
    key: of('push-status'),
    saidBy: ['modules/learning/pushes/web/parts/Tags.tsx', 'maps.push-status.'],
    wire: [pushes.pushMembers.response, 'pushStatus'],
  },
  'push-task-status': {
    module: 'pushes',
    key: (value) => `maps.push-task-status.${['not-started', 'in-progress', 'done'].indexOf(value) + 1}`,
  },
  'subject-type': {
    module: 'subjects',
    key: of('subject-type'),
    saidBy: ['modules/learning/subjects/web/SubjectCard.tsx', 'maps.subject-type.'],
    wire: [subjects.createSubject.body, 'subjectType'],
  },
  'subject-status': {
    module: 'catalog',
    key: (value) => ({ approving: 'approval.waiting', rejected: 'approval.refused' })[value] ?? `status.${value}`,
    saidBy: ['modules/content/catalog/web/parts/StatusTags.tsx', '`status.'],
    wire: [subjects.authoredSubjects.response, 'status'],
    // An approval that is waiting or refused stands beside the status.
    wireValues: { approving: null, rejected: null },
    labels: {
      // One word for the same state of courses, subjects and learning paths.
      cn: { 'on-shelf': '已发布' },
      en: { 'on-shelf': 'Published', 'off-shelf': 'Taken down', approving: 'Under review' },
    },
  },
  'learning-path-load-status': {
    module: 'paths',
    key: (value) => (value === '0' ? 'chapter.more' : 'chapter.all'),
    saidBy: ['modules/learning/paths/web/study/ChapterPanel.tsx', "t('chapter.all')"],
    wire: [paths.findChapterSectionInfo.response, 'loadStatus'],
    labels: {
      cn: { 0: '还有更多（{shown}/{count}）' },
      // A button; the table describes when it is there.
      en: { 0: 'More ({shown}/{count})' },
    },
  },
  'learn-sequence': {
    module: 'paths',
    key: () => 'path.inOrder',
    saidBy: ['modules/learning/paths/web/study/PathPage.tsx', "info.learnSequence === 1 ? 'path.inOrder'"],
    wire: [paths.findBasicInfo.response, 'learnSequence'],
    // 0 is any order.
    alsoOnWire: [0],
  },
  'expert-status': {
    module: 'community',
    key: of('expert-status'),
    saidBy: ['modules/community/community/web/admin/ManagedAccountsPage.tsx', 'maps.expert-status.'],
    wire: [community.managedAccounts.response, 'status'],
  },
  'expert-flag': {
    module: 'community',
    key: of('expert-flag'),
    saidBy: ['modules/community/community/web/admin/ManagedAccountsPage.tsx', 'maps.expert-flag.'],
    // The table gives the value with its number.
    labels: { en: { activeStatus: 'Active', auditStatus: 'Audit passed' } },
  },
  'community-content-state': {
    module: 'contents',
    key: of('community-content-state'),
    saidBy: ['modules/community/contents/web/parts/ContentCard.tsx', 'maps.community-content-state.'],
    wire: [contents.managed.response, 'state'],
    // Both travel in a field of their own, because a content may be both.
    wireValues: { pinned: null, highlighted: null },
  },
  'enjoy-type': {
    module: 'community',
    key: of('enjoy-type'),
    saidBy: ['modules/community/community/web/parts/AccountHeader.tsx', 'maps.enjoy-type.'],
    wire: [community.apply.body, 'enjoyType'],
  },
  'coin-record-type': {
    module: 'currency',
    key: of('coinRecordType'),
    saidBy: ['modules/platform/currency/web/parts/RecordsPanel.tsx', 'maps.coinRecordType.'],
    wire: [currency.tradeDetail.response, 'type'],
  },
  'join-type': {
    module: 'currency',
    key: of('joinType'),
    saidBy: ['modules/platform/currency/web/parts/GrantDetail.tsx', 'maps.joinType.'],
  },
  'trade-type': {
    module: 'currency',
    key: of('tradeType'),
    saidBy: ['modules/platform/currency/web/parts/RecordsPanel.tsx', 'maps.tradeType.'],
    wire: [currency.tradeDetail.response, 'tradeType'],
    labels: { en: { 19: 'Live session' } },
  },
  'survey-status': {
    module: 'surveys',
    key: (value) => `maps.survey-status.${surveyStates[value as keyof typeof surveyStates]}`,
    saidBy: ['modules/assessment/surveys/web/parts/SurveyStateTag.tsx', 'maps.survey-status.'],
    wire: [surveys.survey.response, 'state'],
    wireValues: surveyStates,
  },
  'class-status': {
    ...ofClasses('class-status', 'parts/StateTag.tsx'),
    wire: [classes.class.response, 'state'],
    labels: { en: { 3: 'Enrollment open', 4: 'Upcoming', 5: 'In progress', 6: 'Awaiting closure' } },
  },
  'class-type': { ...ofClasses('class-type', 'parts/ClassView.tsx'), wire: [classes.class.response, 'classType'] },
  'train-type': {
    ...ofClasses('train-type', 'parts/ClassView.tsx'),
    key: (value) => `maps.train-type.${trainTypes[value as keyof typeof trainTypes]}`,
    wire: [classes.class.response, 'trainType'],
    wireValues: trainTypes,
  },
  graduation: { ...ofClasses('graduation', 'parts/StateTag.tsx'), wire: [classes.roster.response, 'graduation'] },
}
