/** Objects in the states that calls ask for, and what to send about them where chance finds no accepted input. */

import { newExam } from '#modules/assessment/exams/contract/authoring.ts'
import { examsTables } from '#modules/assessment/exams/server/db.ts'
import {
  buildAccommodation,
  buildAnswerFile,
  buildAppeal,
  buildAttempt,
  buildExam,
  buildPhoto,
} from '#modules/assessment/exams/server/exams.fixture.ts'
import { newSet } from '#modules/assessment/practice/contract/sets.ts'
import { recordAnswers } from '#modules/assessment/practice/server/cards.ts'
import { practiceTables } from '#modules/assessment/practice/server/db.ts'
import { buildSet } from '#modules/assessment/practice/server/practice.fixture.ts'
import {
  buildDirectory,
  buildQuestions,
  currentVersionsOf,
  newQuestion,
} from '#modules/assessment/questions/server/questions.fixture.ts'
import { newSurvey } from '#modules/assessment/surveys/contract/authoring.ts'
import { surveys } from '#modules/assessment/surveys/contract.ts'
import { buildSurvey, contentWith, textQuestion } from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { buildAccount } from '#modules/community/community/server/accounts.fixture.ts'
import { buildContent } from '#modules/community/contents/server/contents.fixture.ts'
import { topics } from '#modules/content/topics/contract.ts'
import { courses } from '#modules/learning/courses/contract.ts'
import { buildCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { buildPush } from '#modules/learning/pushes/server/pushes.fixture.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { buildOrganization } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { SampleCompany } from './companies.ts'
import type { Hint } from './dry-run-hint.ts'
import { buildTradeHints } from './dry-run-trade.ts'

const COURSE = 1

async function buildStudy({ db, now }: TestPlatform, { chief, learner }: SampleCompany) {
  const author = chief
  const course = await buildCourse(db, { author, name: '试行课程', now })
  const draft = await buildCourse(db, { author, name: '试行草稿', status: 'draft', now })
  const contents = [{ businessType: COURSE, businessId: course.id, name: '试行课程' }]
  const push = { author, contents, now }
  const members = [{ id: learner.id }]
  const failed = [{ id: learner.id, pushStatus: 3 as const }]
  return {
    ...{ course, draft },
    draftPush: await buildPush(db, {
      ...push,
      name: '试行推送',
      organizationIds: [learner.organizationId],
      publishedAt: null,
    }),
    sentPush: await buildPush(db, { ...push, name: '已发推送', members }),
    failedPush: await buildPush(db, { ...push, name: '失败推送', members: failed }),
  }
}

/** Through the calls themselves: what they make is in a state that the next calls take. */
async function buildByCalls(platform: TestPlatform, { chief, learner, companyId }: SampleCompany, courseId: string) {
  const people = platform.client(identity, chief)
  const words = platform.client(topics, chief)
  const item = { businessType: COURSE, businessId: courseId }
  await platform.client(courses, learner).registerForCourse({ params: { id: courseId } })
  const topicIds: string[] = []
  for (const name of ['试行甲', '试行乙']) topicIds.push((await words.addTopic({ body: { name, typeId: null } })).id)
  const grant = { memberId: learner.id, role: 'class-staff', organizationId: companyId } as const
  return {
    item,
    topicIds,
    comment: await words.addComment({ body: { ...item, content: '写得好' } }),
    position: await people.createPosition({ body: { name: '试行岗位' } }),
    grant: await people.grantRole({ body: grant }),
    emptyOrganization: await buildOrganization(platform.db, { companyId, parentId: companyId, name: '试行部门' }),
  }
}

/** A directory with two questions, and an empty one. */
async function buildBank({ db, now }: TestPlatform, { chief }: SampleCompany): Promise<Record<string, Hint>> {
  const [full, empty] = [
    await buildDirectory(db, { author: chief, now }),
    await buildDirectory(db, { author: chief, now }),
  ]
  const [id, ...others] = await buildQuestions(db, { author: chief, directoryId: full, now }, [{}, {}, {}])
  const directory = { name: '试行目录', code: 'TRY', sort: 1, parentId: null }
  return {
    'questions.createDirectory': { body: directory },
    'questions.changeDirectory': { params: { id: full }, body: directory },
    'questions.deleteDirectory': { params: { id: empty } },
    'questions.createQuestion': { body: { ...newQuestion, directoryId: full } },
    'questions.changeQuestion': { params: { id }, body: { ...newQuestion, difficulty: 5, revision: 0 } },
    'questions.changeQuestions': { body: { ids: others, difficulty: 5 } },
    'questions.deleteQuestions': { body: { ids: others } },
    'questions.previewQuestion': { body: { content: newQuestion.content, scoreTenths: 20 } },
  }
}

/** Exams of the chief with attempts of the learner, one for each call that changes it. */
async function buildExams({ db, now }: TestPlatform, { chief, learner, companyId }: SampleCompany) {
  const exam = (status: 'draft' | 'on-shelf') => buildExam(db, { author: chief, now, status, name: '试行考试' })
  const attempt = async (state: 'in-progress' | 'to-grade' | 'final') => {
    const examId = await exam('on-shelf')
    return { examId, ...(await buildAttempt(db, { examId, companyId, memberId: learner.id, now, state })) }
  }
  const [running, marked, final] = [await attempt('in-progress'), await attempt('to-grade'), await attempt('final')]
  const params = { id: running.id }
  const fields = { ...newExam, name: '试行考试' }
  const accommodation = { id: await buildAccommodation(db, { companyId, memberId: learner.id, now }) }
  const given = {
    timePercent: 200,
    extraAttempts: 0,
    laterMinutes: 0,
    reason: '试行',
    validFrom: null,
    validUntil: null,
  }
  return {
    'exams.createExam': { body: fields },
    'exams.changeExam': { params: { id: await exam('draft') }, body: { ...fields, revision: 0 } },
    'exams.markAnswer': { params: { id: marked.id, place: 1 }, body: { tenths: 50, comment: '' } },
    'exams.restartMarking': { params: { id: final.id } },
    'exams.voidLeave': { params: { id: running.leaveId }, body: { reason: '' } },
    'exams.extendAttempt': { params, body: { minutes: 5 } },
    'exams.extendExam': { params: { id: running.examId }, body: { minutes: 5 } },
    'exams.resetAttempt': { params, body: { reason: '' } },
    'exams.changeAccommodation': { params: accommodation, body: { ...given, revision: 0 } },
    'exams.deleteAccommodation': { params: accommodation },
  } satisfies Record<string, Hint>
}

/** What markers and proctors do in an exam of the chief: its own exam and attempt for each call. */
async function buildExamStaff({ db, now }: TestPlatform, { chief, learner, companyId }: SampleCompany) {
  const tables = examsTables(db)
  const directoryId = await buildDirectory(db, { author: chief, now })
  const content = { kind: 'short-answer', stem: '试行', explanation: '', reference: '试行', lengthMax: 500 } as const
  const questions = await buildQuestions(db, { author: chief, directoryId, now }, [{ content }])
  const [versionId = ''] = (await currentVersionsOf(db, questions)).values()
  const attempt = async (state: 'in-progress' | 'to-grade' | 'final') => {
    const rules = { viewingRule: 'after-submission' as const }
    const examId = await buildExam(db, { author: chief, now, name: '试行监考', rules, invigilatorIds: [chief.id] })
    const of = { examId, companyId, memberId: learner.id, now, versionId }
    const { id } = await buildAttempt(db, { ...of, state })
    return { params: { id }, exam: { id: examId }, of: { ...of, attemptId: id } }
  }
  const [photo, file, running] = [
    await attempt('in-progress'),
    await attempt('in-progress'),
    await attempt('in-progress'),
  ]
  const [marked, drafted, waiting] = [await attempt('to-grade'), await attempt('to-grade'), await attempt('to-grade')]
  const [submitted, appealed] = [await attempt('final'), await attempt('final')]
  const [doubted, fixed] = [await attempt('final'), await attempt('final')]
  await buildPhoto(db, photo.of)
  await tables
    .updateTable('exams.mark')
    .set({ tenths: 60, marked_at: now })
    .where('attempt_id', '=', marked.params.id)
    .execute()
  const settings = { is_blind: false, is_double: false, allowed_tenths: 10, appeal_days: 7 }
  const marking = { exam_id: doubted.exam.id, company_id: companyId, ...settings }
  await tables.insertInto('exams.marking').values(marking).execute()
  const comment = { id: running.of.attemptId, company_id: companyId, exam_id: running.exam.id, text: '要点不全' }
  await tables.insertInto('exams.canned_comment').values(comment).execute()
  const appeal = { params: { id: await buildAppeal(db, appealed.of) } }
  return {
    'exams.saveMarkDraft': { params: { ...drafted.params, place: 1 }, body: { tenths: 50, levels: null, comment: '' } },
    'exams.markSame': {
      params: { ...waiting.exam, versionId },
      body: { textKey: '0'.repeat(32), tenths: 50, comment: '' },
    },
    'exams.finishMarking': { params: marked.params },
    'exams.finishAllMarking': { params: marked.exam },
    'exams.claimAnswers': { params: waiting.exam, body: { count: 1 } },
    'exams.releaseClaims': { params: waiting.exam },
    'exams.addCannedComment': { params: waiting.exam, body: { text: '要点齐全', isShared: true } },
    'exams.changeCannedComment': { params: { id: comment.id }, body: { text: '要点齐全' } },
    'exams.removeCannedComment': { params: { id: comment.id } },
    'exams.appeal': { as: 'learner', params: doubted.params, body: { place: 1, subject: 'mark', text: '请再看一次' } },
    'exams.withdrawAppeal': { as: 'learner', ...appeal },
    'exams.answerAppeal': { ...appeal, body: { isUpheld: true, answer: '改判', tenths: 80 } },
    'exams.fixKey': { params: fixed.exam, body: { versionId, kind: 'award-all', reason: '题目有误' } },
    'exams.forceSubmit': { params: running.params },
    'exams.reopenAttempt': { params: submitted.params, body: { minutes: 5, reason: '误点交卷' } },
    'exams.checkPhoto': { params: photo.params, body: { verdict: 'match' } },
    'exams.handInAnswerFile': { params: file.exam, body: { file: await buildAnswerFile(db, file.of) } },
    'exams.announce': { params: running.exam, body: { text: '请注意时间' } },
    'exams.noteIncident': { params: running.exam, body: { text: '设备故障' } },
  } satisfies Record<string, Hint>
}

/** A set of the chief, and questions of the learner's book, one for each call that changes it. */
async function buildPractice({ db, now }: TestPlatform, { chief, learner, companyId }: SampleCompany) {
  const directoryId = await buildDirectory(db, { author: chief, now })
  const questionIds = await buildQuestions(db, { author: chief, directoryId, now }, [{}, {}, {}])
  const set = (status: 'draft' | 'on-shelf') => buildSet(db, { author: chief, now, status, questionIds })
  const versions = await currentVersionsOf(db, questionIds)
  const wrong = [...versions].map(([questionId, versionId]) => {
    return { questionId, versionId, answer: null, share: 0, rating: 'again' as const, sourceName: '试行' }
  })
  await recordAnswers(practiceTables(db), { companyId, memberId: learner.id }, wrong, { practiceId: null, now })
  const [noted, moved, removed] = questionIds
  const fields = { ...newSet, name: '试行练习', questionIds }
  const [draft, published] = [{ id: await set('draft') }, { id: await set('on-shelf') }]
  const wanted = { count: 5, kinds: [], order: 'given', only: 'all' }
  return {
    'practice.createSet': { body: fields },
    'practice.changeSet': { params: draft, body: { ...fields, revision: 0 } },
    'practice.publishSet': { params: draft, body: { revision: 0 } },
    'practice.takeSetDown': { params: published },
    'practice.deleteSet': { params: draft },
    'practice.startPractice': { as: 'learner', body: { source: { kind: 'set', ...published }, ...wanted } },
    'practice.noteQuestion': { as: 'learner', params: { questionId: noted }, body: { note: '试行' } },
    'practice.moveQuestion': { as: 'learner', params: { questionId: moved }, body: { state: 'mastered' } },
    'practice.removeQuestion': { as: 'learner', params: { questionId: removed } },
    'practice.changePreferences': { as: 'learner', body: { masterAfter: 2, dailyMax: 20 } },
  } satisfies Record<string, Hint>
}

/** Surveys of the chief: a draft, and one that the learner and guests are asked. */
async function buildSurveys(platform: TestPlatform, { chief }: SampleCompany) {
  const { db, now } = platform
  const question = textQuestion('试行题')
  const content = contentWith([question], { allowsGuests: true })
  const [token, secret] = ['t'.repeat(43), 's'.repeat(43)]
  const draft = { id: await buildSurvey(db, { author: chief, now, content, status: 'draft' }) }
  const published = { id: await buildSurvey(db, { author: chief, now, content, guestToken: token }) }
  const template = await platform.client(surveys, chief).saveTemplate({ body: { surveyId: draft.id, name: '试行' } })
  const answers = [{ questionId: question.id, answer: { kind: 'text', text: '试行' } }]
  const saved = { answers, revision: 0, pageId: content.pages[0]?.id }
  const guest = { token, secret, name: '访客' }
  await platform.client(surveys).openAsGuest({ body: guest })
  const fields = { ...newSurvey(content.pages[0]?.id ?? ''), name: '试行调研', content }
  return {
    'surveys.createSurvey': { body: fields },
    'surveys.changeSurvey': { params: draft, body: { ...fields, revision: 0 } },
    'surveys.publishSurvey': { params: draft, body: { revision: 0 } },
    'surveys.endSurvey': { params: published },
    'surveys.remindRespondents': { params: published },
    'surveys.deleteTemplate': { params: template },
    'surveys.openSurvey': { as: 'learner', params: published },
    'surveys.saveAnswers': { as: 'learner', params: published, body: saved },
    'surveys.openAsGuest': { body: guest },
    'surveys.saveAsGuest': { body: { token, secret, ...saved } },
  } satisfies Record<string, Hint>
}

/** Contents of an account of the chief, which the learner reads. */
async function buildContents({ db, now }: TestPlatform, { companyId, chief }: SampleCompany) {
  const accountId = await buildAccount(db, { companyId, name: '试行账户', memberIds: [chief.id], now })
  const content = { companyId, accountId, authorId: chief.id, now }
  const id = await buildContent(db, { ...content, title: '试行内容' })
  const params = { id }
  return {
    'contents.close': { params },
    'contents.activate': { params: { id: await buildContent(db, { ...content, title: '关闭的', state: 'closed' }) } },
    'contents.pin': { params, body: { pinned: true } },
    'contents.highlight': { params, body: { highlighted: true } },
    'contents.like': { as: 'learner', body: { businessId: id, liked: true } },
    'contents.read': { as: 'learner', body: { businessId: id } },
  } satisfies Record<string, Hint>
}

/** By the name of the call. */
export async function buildHints(platform: TestPlatform, company: SampleCompany): Promise<Record<string, Hint>> {
  const { learner } = company
  const { course, draft, draftPush, sentPush, failedPush } = await buildStudy(platform, company)
  const { item, topicIds, comment, ...made } = await buildByCalls(platform, company, course.id)
  const [topicId = '', ...otherTopicIds] = topicIds
  const texts = { title: '通知', body: '内容' }
  const urge = { title: '请尽快学习', content: '请在周五前学完' }
  const section = { id: draft.id, sectionId: draft.sections[0]?.id }
  const template = { code: 'learning.urge' }
  const revision = 0
  const outline = [{ id: draft.chapterIds[0], sectionIds: draft.sections.map(({ id }) => id) }]
  return {
    ...(await buildBank(platform, company)),
    ...(await buildContents(platform, company)),
    ...(await buildExams(platform, company)),
    ...(await buildExamStaff(platform, company)),
    ...(await buildPractice(platform, company)),
    ...(await buildSurveys(platform, company)),
    ...(await buildTradeHints(platform, company)),
    'settings.changeRule': {
      params: { key: 'CURRENCY_RULE_CONFIG' },
      body: { value: { currencyName: '金豆' } },
    },
    'identity.changePermission': { body: { role: 'lecturer', permission: 'course.author', allowed: false } },
    'identity.deleteOrganization': { params: { id: made.emptyOrganization } },
    'identity.deletePosition': { params: { id: made.position.id } },
    'identity.revokeRole': { params: { id: made.grant.id } },
    'messages.saveTemplate': { params: template, body: { cn: texts, en: texts } },
    'messages.resetTemplate': { params: template },
    'messages.previewTemplate': { params: template, body: { texts: { cn: texts, en: texts } } },
    'messages.testTemplate': { params: template, body: { channel: 'site' } },
    'topics.mergeTopics': { params: { id: topicId }, body: { topicIds: otherTopicIds } },
    'topics.collect': { as: 'learner', body: item },
    'topics.addComment': { body: { ...item, content: '很清楚' } },
    'topics.addReply': { params: { id: comment.id }, body: { content: '谢谢' } },
    'topics.likeComment': { as: 'learner', params: { id: comment.id }, body: {} },
    'topics.unlikeComment': { params: { id: comment.id } },
    'topics.quietThread': { as: 'learner', body: { ...item, quiet: true } },
    'topics.muteMember': { params: { id: learner.id }, body: { until: platform.now + 86_400_000, reason: '' } },
    'currency.changeRewardRule': {
      params: { event: 'sign-in', kind: 2 },
      body: { enabled: true, amount: '500', dailyCap: null },
    },
    'courses.changeChapter': {
      params: { id: draft.id, chapterId: draft.chapterIds[0] },
      body: { title: '第一章', revision },
    },
    'courses.deleteSection': { params: section, query: { revision } },
    'courses.orderCourse': { params: { id: draft.id }, body: { revision, chapters: outline } },
    'courses.createNote': {
      as: 'learner',
      body: { courseId: course.id, sectionId: course.sections[0]?.id, content: '要点' },
    },
    'pushes.publishPush': { params: { id: draftPush } },
    'pushes.retryPush': { params: { id: failedPush } },
    'pushes.urgePush': { params: { id: sentPush }, body: { ...urge, memberIds: [learner.id] } },
    'pushes.urgeItems': { body: { ...urge, records: [{ ...item, memberId: learner.id }] } },
  }
}
