/**
 * The links of docs/spec/screens.tsv that are built: the address of each, the heading under which it opens, and what others
 * are listed there. A link that is built gets an entry here; until then it stands in test/spec/pending.tsv.
 */
import cn from '#web/messages/cn.json' with { type: 'json' }
import type { Objects } from './link-objects.ts'

/** What stands in place of the screen. */
export interface Refusal {
  readonly heading: string
  /** It has the error page's own address. */
  readonly leaves?: true
  /** Below the heading. */
  readonly says?: string
}

export interface Link {
  readonly to: string
  /** The screen's own `h1`, for its author. */
  readonly heading: string | RegExp
  /** Where the link leads on to, as the address then begins. */
  readonly leadsTo?: string
  /** Why everybody may open it. */
  readonly isPublic?: string
  /** It shows what is the caller's own, or the company's: every member opens it. */
  readonly ofEveryMember?: true
  /** A member of the company without any part in the object; undefined where they may open it too. */
  readonly colleague?: Refusal
  /** An administrator of another company. */
  readonly outsider?: Refusal
}

const gone: Refusal = { heading: '资源已不存在', leaves: true }
const noContent: Refusal = { heading: '内容不存在或已被移除' }
const noTopic: Refusal = { heading: '话题不存在或已停用' }
const noColumns: Refusal = { heading: '您还不能管理专栏' }
const noAccount: Refusal = { heading: '开通分享账户后才能发布内容' }
const forbidden: Refusal = { heading: cn.error.forbidden }
const notLoaded: Refusal = { heading: cn.error.title }
const noClass: Refusal = { ...notLoaded, says: '班级不存在' }
const noLive: Refusal = { ...notLoaded, says: '直播不存在' }
const noExaminee: Refusal = { heading: '无权访问该考试' }
/** The screen closes with a message. */
const noPractice: Refusal = { heading: '练习' }
const ofProvider = 'a provider sends back here with the code of its refusal, and from outside one comes in by a code'
const ofEveryMember = true
const tellsRefusals = 'it tells what was refused, to whomever it was'

const shell: Readonly<Record<string, Link>> = {
  'error-page-v/{code}': {
    to: '/#/error-page-v/900005',
    heading: '资源已不存在',
    isPublic: tellsRefusals,
  },
  '#/home/error-page/{code}': {
    to: '/#/home/error-page/900005',
    heading: '资源已不存在',
    isPublic: tellsRefusals,
  },
  'search-v': { to: '/#/search-v', heading: '搜索', ofEveryMember },
  'special-home (no-data page)': { to: '/#/special-home', heading: cn.noData.title, ofEveryMember },
  'home-v': { to: '/#/home-v', heading: /^(沈墨，|首页$)/, ofEveryMember },
}

const people = (at: Objects): Readonly<Record<string, Link>> => ({
  'login (route not shown)': { to: '/#/login', heading: '登录', isPublic: 'who is not signed in signs in here' },
  'registration (route not shown)': {
    to: '/#/register',
    heading: '注册账号',
    isPublic: 'who has no account gets one here',
  },
  center: { to: '/#/center', heading: '沈墨', ofEveryMember },
  'center/my/{name}': { to: '/#/center/my/profile', heading: '个人资料', ofEveryMember },
  'center/subordinate': { to: '/#/center/subordinate', heading: '我的下属', ofEveryMember },
  '#/personal-homepage/{memberId}': { to: `/#/personal-homepage/${at.chief}`, heading: '沈墨', outsider: gone },
  'center/student-todo-menu/{currentComponent}': {
    to: '/#/center/student-todo-menu/all',
    heading: '待办',
    ofEveryMember,
  },
})

const portal = ({ branch }: Objects): Readonly<Record<string, Link>> => ({
  'branch-list-v/{pageId}': {
    ...{ to: `/#/branch-list-v/${branch}`, leadsTo: '/#/special-home' },
    ...{ heading: '暂无数据', ofEveryMember },
  },
  'branch-list-v/branch-list-more/{pageId}/{id}': {
    to: `/#/branch-list-v/branch-list-more/${branch}/courses`,
    leadsTo: '/#/special-home',
    heading: '暂无数据',
    ofEveryMember,
  },
  'center/preview/{id}/{lang}/{previewFront}': {
    to: `/#/center/preview/${branch}/cn/1`,
    heading: '研发学院',
    colleague: forbidden,
    outsider: gone,
  },
})

const lives = ({ live, draft }: Objects): Readonly<Record<string, Link>> => ({
  'live/index': { to: '/#/live/index', heading: '直播', ofEveryMember },
  'live/hotlive-page': { to: '/#/live/hotlive-page', heading: '热门直播', ofEveryMember },
  'live/detail/{id}/{classID}/{resourceType}': {
    to: `/#/live/detail/${live}/${live}/6`,
    heading: '安全直播',
    outsider: noLive,
  },
  'live/{type}/{id}/{code?}': { to: `/#/live/detail/${live}/100316`, heading: '直播已结束', isPublic: ofProvider },
  'lives/keylogin/{id?}': {
    to: `/#/lives/keylogin/${live}`,
    heading: '进入直播间',
    isPublic: 'the way in for people from outside: without the token of their link it asks for the link',
  },
  'paas-container': {
    to: `/#/paas-container?id=${live}&entry=host`,
    heading: '安全直播',
    leadsTo: `/#/live/action/${live}`,
    colleague: forbidden,
    outsider: noLive,
  },
  '#/live/detail/{id}': { to: `/#/live/detail/${live}`, heading: '安全直播', outsider: noLive },
  '#/live/lecturer/{id}': { to: `/#/live/lecturer/${live}`, heading: '安全直播', outsider: noLive },
  '#/live/preview/{id}': {
    to: `/#/live/preview/${draft}`,
    heading: '安全彩排',
    colleague: { ...notLoaded, says: '您没有权限访问该直播' },
    outsider: noLive,
  },
  '#/live/action/{id}': {
    to: `/#/live/action/${live}`,
    heading: '安全直播',
    colleague: forbidden,
    outsider: noLive,
  },
  '#/activity/gensee/detail/{liveId}': {
    to: `/#/activity/gensee/detail/${live}`,
    heading: '安全直播',
    outsider: noLive,
  },
  '#/activity/gensee/live/{id}/true': {
    to: `/#/activity/gensee/live/${live}/true`,
    heading: '安全直播',
    colleague: forbidden,
    outsider: noLive,
  },
  'share-live (route not shown)': {
    to: `/#/live/share/${live}`,
    heading: '分享直播',
    colleague: forbidden,
    outsider: noLive,
  },
})

const studies = (at: Objects): Readonly<Record<string, Link>> => ({
  'study-v': { to: '/#/study-v', heading: '学习中心', ofEveryMember },
  '#/study/course/detail/{id}': { to: `/#/study/course/detail/${at.course}`, heading: '数据安全', outsider: gone },
  '#/study/subject/detail/{id}': { to: `/#/study/subject/detail/${at.subject}`, heading: '安全专题', outsider: gone },
  '#/share/{id}/{type}[/{memberId}/{channel}]': {
    to: `/#/share/${at.course}/1/${at.chief}/1`,
    heading: '数据安全',
    leadsTo: `/#/study/course/detail/${at.course}`,
    outsider: gone,
  },
  '/pc/share': {
    to: `/pc/share?businessType=2&businessId=${at.subject}&organization=${at.department}`,
    heading: '安全专题',
    leadsTo: `/#/study/subject/detail/${at.subject}`,
    outsider: gone,
  },
  'branch/news-list/{homeConfigId}': {
    to: `/#/branch/news-list/${at.homePage}`,
    heading: '新闻',
    outsider: gone,
  },
  'branch-post-learning-detail/{pageId}': {
    to: `/#/branch-post-learning-detail/${at.path}`,
    heading: '安全路径',
    colleague: gone,
    outsider: gone,
  },
  'branch-post-learning-audit/{pageId}/{progressId}': {
    to: `/#/branch-post-learning-audit/${at.path}/${at.progress}`,
    heading: '数据安全',
    colleague: gone,
    outsider: gone,
  },
  'branch-point-list/{pointId}': {
    to: `/#/branch-point-list/${at.point}`,
    heading: '安全入门',
    colleague: gone,
    outsider: gone,
  },
  'center/director/study/push/{id}': {
    to: `/#/center/director/study/push/${at.push}`,
    heading: '安全任务',
    colleague: forbidden,
    outsider: gone,
  },
  'center/director/study/team/{id}': {
    to: `/#/center/director/study/team/${at.department}`,
    heading: '研发中心',
    colleague: forbidden,
    outsider: gone,
  },
  'team view (route not shown)': {
    to: `/#/center/director/study/team/${at.chief}`,
    heading: '沈墨的团队',
    colleague: notLoaded,
    outsider: gone,
  },
  'center/student-study-pack-detail/{id}': {
    to: `/#/center/student-study-pack-detail/${at.push}`,
    heading: '安全任务',
    colleague: gone,
    outsider: gone,
  },
})

const assessment = ({ exam, survey, wrongRun }: Objects): Readonly<Record<string, Link>> => ({
  '#/exam/exam/answer-paper/{id}': {
    to: `/#/exam/exam/answer-paper/${exam}`,
    heading: '消防安全考试',
    colleague: noExaminee,
    outsider: gone,
  },
  '#/exam/research-activity/index/{id}': {
    to: `/#/exam/research-activity/index/${survey}`,
    heading: '安全调研',
    outsider: notLoaded,
  },
  'exam entry (route not shown)': {
    to: `/#/exam/detail/${exam}`,
    heading: '消防安全考试',
    colleague: noExaminee,
    outsider: gone,
  },
  'exam records (route not shown)': { to: '/#/center/exam-records', heading: '我的考试记录', ofEveryMember },
  'proctoring (route not shown)': {
    to: `/#/exam/invigilation/${exam}`,
    heading: '消防安全考试',
    colleague: forbidden,
    outsider: gone,
  },
  'marking (route not shown)': {
    to: `/#/exam/marking/${exam}`,
    heading: '消防安全考试',
    colleague: forbidden,
    outsider: gone,
  },
  'practice with wrong-answer book (route not shown)': {
    to: '/#/practice/wrong-book',
    heading: '错题本',
    ofEveryMember,
  },
  'exam/practise-wrong/{id}': {
    to: `/#/exam/practise-wrong/${wrongRun}`,
    heading: '错题练习',
    colleague: noPractice,
    outsider: noPractice,
  },
})

const accounts = (at: Objects): Readonly<Record<string, Link>> => ({
  'share-study/certification-acount': {
    to: '/#/share-study/certification-acount',
    heading: '开通分享账户',
    ofEveryMember,
  },
  'share-study/certification-info': {
    to: '/#/share-study/certification-info?enjoyType=1',
    heading: '团队账户',
    ofEveryMember,
  },
  'share-study/knowledge-community/{id?}': {
    to: `/#/share-study/knowledge-community/${at.circle}`,
    heading: '安全圈',
    outsider: gone,
  },
  'share-team': { to: '/#/share-team', heading: /^安全小组/, colleague: { heading: '您还没有分享账户' } },
  'share-team/team-content/{id?}': {
    to: `/#/share-team/team-content/${at.team}`,
    heading: /^安全小组/,
    outsider: gone,
  },
  'member-manage': { to: '/#/member-manage', heading: '团队成员', colleague: { heading: '您还没有加入团队' } },
  'output-detail': {
    to: '/#/output-detail',
    heading: '数据分析',
    colleague: { heading: '您还没有可以查看数据的分享账户' },
  },
  'expert square (route not shown)': { to: '/#/share-study/experts', heading: '专家广场', ofEveryMember },
  'learncoin-manage': {
    to: '/#/learncoin-manage',
    heading: '团队学币管理',
    colleague: { heading: '您还没有加入团队' },
  },
})

const commerce = (at: Objects): Readonly<Record<string, Link>> => ({
  'member-card-preview/{id}': { to: `/#/member-card-preview/${at.memberCard}`, heading: '年度会员', outsider: gone },
  'invoice-management/{memberType}': {
    to: '/#/invoice-management/individual',
    heading: '我的发票',
    ofEveryMember,
  },
  'marketing lottery (route not shown)': { to: `/#/lottery/${at.lottery}`, heading: '安全抽奖', outsider: gone },
  'points mall (route not shown)': { to: '/#/mall', heading: '积分商城', ofEveryMember },
  'orders (route not shown)': { to: '/#/orders', heading: '我的订单', ofEveryMember },
})

const training = (at: Objects): Readonly<Record<string, Link>> => ({
  'classroom-book': { to: '/#/classroom-book', heading: '教室预订', ofEveryMember },
  '#/train-new/class-detail/{id}': {
    to: `/#/train-new/class-detail/${at.trainingClass}`,
    heading: '新任经理训练营',
    outsider: noClass,
  },
  signup: { to: `/#/signup/${at.trainingClass}`, heading: '新任经理训练营', outsider: noClass },
  'signup-esg': {
    to: `/#/signup-esg/${at.trainingClass}`,
    // A member is led on to the page for members.
    leadsTo: '/#/signup',
    heading: '新任经理训练营',
    isPublic: 'people from outside of the company register here',
  },
  'class lottery (route not shown)': { to: `/#/lottery/${at.lottery}`, heading: '安全抽奖', outsider: gone },
  'competitions / contests (route not shown)': {
    to: `/#/contest/${at.contest}`,
    heading: '安全微课大赛',
    outsider: gone,
  },
})

/** By what the table has as the route. */
const contents = (at: Objects): Readonly<Record<string, Link>> => ({
  'share-content-detail/{id?}': {
    to: `/#/share-content-detail/${at.content}`,
    heading: '五步查隐患',
    outsider: noContent,
  },
  '#/share-content-detail?id=&shareId=': {
    to: `/#/share-content-detail?id=${at.content}&shareId=${at.content}`,
    heading: '五步查隐患',
    outsider: noContent,
  },
  '#/knowledge/detail/{id}': {
    to: `/#/knowledge/detail/${at.content}`,
    leadsTo: `/#/share-content-detail/${at.content}`,
    heading: '五步查隐患',
    outsider: noContent,
  },
  'share-content-preview/{id?}': { to: '/#/share-content-preview', heading: '没有草稿', ofEveryMember },
  'knowledge-list': { to: '/#/knowledge-list', heading: '知识内容', ofEveryMember },
  'share-study': { to: '/#/share-study', heading: '知识社区', ofEveryMember },
  'share-study/share-index': { to: '/#/share-study/share-index', heading: '知识社区', ofEveryMember },
  'share-study/my-collection-detail': {
    to: '/#/share-study/my-collection-detail',
    heading: '我的收藏',
    ofEveryMember,
  },
  'share-study/topic-list/{id?}': {
    to: `/#/share-study/topic-list/${at.topic}`,
    heading: '安全生产',
    outsider: noTopic,
  },
  '#/share-study/topic-list?id={topicId}': {
    to: `/#/share-study/topic-list?id=${at.topic}`,
    heading: '安全生产',
    outsider: noTopic,
  },
  'publish-manage': { to: '/#/publish-manage', heading: '内容管理', colleague: noAccount },
  'publish-manage/publish-create': {
    to: '/#/publish-manage/publish-create',
    heading: '写文章',
    colleague: noAccount,
  },
  'publish-manage/publish-video': { to: '/#/publish-manage/publish-video', heading: '发视频', colleague: noAccount },
  'publish-manage/publish-file': { to: '/#/publish-manage/publish-file', heading: '发文件', colleague: noAccount },
})

const columnsAndQuestions = (at: Objects): Readonly<Record<string, Link>> => ({
  'share-team/team-column': { to: '/#/share-team/team-column', heading: '专栏', ofEveryMember },
  'share-team/team-column-detail': { to: '/#/share-team/team-column-detail', heading: '专栏', ofEveryMember },
  'column-manage': { to: '/#/column-manage', heading: '专栏管理', colleague: noColumns },
  'column-manage/column-card': { to: '/#/column-manage/column-card', heading: '专栏管理', colleague: noColumns },
  'column-manage/column-add': { to: '/#/column-manage/column-add', heading: '请先选择分享账户', ofEveryMember },
  'column-manage/column-detail': { to: '/#/column-manage/column-detail', heading: '专栏管理', colleague: noColumns },
  '#/ask/question/detail/{id}': {
    to: `/#/ask/question/detail/${at.question}`,
    heading: '灭火器多久检查一次',
    outsider: gone,
  },
  '#/ask/topic/detail/{id}': { to: `/#/ask/topic/detail/${at.topic}`, heading: /安全生产/, outsider: gone },
})

export const linksTo = (at: Objects): Readonly<Record<string, Link>> => ({
  ...shell,
  ...people(at),
  ...portal(at),
  ...lives(at),
  ...studies(at),
  ...assessment(at),
  ...commerce(at),
  ...training(at),
  ...accounts(at),
  ...contents(at),
  ...columnsAndQuestions(at),
})
