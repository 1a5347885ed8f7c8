/** The members of a push and the ranking of a team as xlsx files, in the language of who asks. */
import type { Language } from '#kit/caller.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import type { PushesDb } from './db.ts'
import { eachMember, type MemberFilter, viewedPush } from './members.ts'
import { getTeam, type TeamView, wholeTeam } from './team.ts'

const rowsMax = 20_000

interface Texts {
  readonly memberHeadings: readonly string[]
  readonly pushStatus: readonly string[]
  readonly taskStatus: readonly string[]
  readonly late: string
  readonly teamHeadings: readonly string[]
}

/** Statuses are those of the maps `push-status` and `task-status`. */
const texts: Readonly<Record<Language, Texts>> = {
  cn: {
    memberHeadings: [
      ...['姓名', '账号', '组织', '推送状态', '任务状态', '进度（%）'],
      ...['已完成必修', '必修总数', '推送时间', '完成时间', '是否逾期', '最近催学'],
    ],
    pushStatus: ['未推送', '推送成功', '推送失败'],
    taskStatus: ['未开始', '学习中', '已完成'],
    late: '逾期',
    teamHeadings: [
      ...['名次', '姓名', '账号', '组织', '学习时长（分钟）', '完成课程'],
      ...['学习任务', '已完成任务', '逾期任务', '贡献（%）'],
    ],
  },
  en: {
    memberHeadings: [
      ...['Name', 'Account', 'Organization', 'Push status', 'Task status', 'Progress (%)'],
      ...['Required done', 'Required in all', 'Pushed', 'Finished', 'Late', 'Last urged'],
    ],
    pushStatus: ['not started', 'success', 'failed'],
    taskStatus: ['not started', 'learning', 'done'],
    late: 'late',
    teamHeadings: [
      ...['Rank', 'Name', 'Account', 'Organization', 'Study time (minutes)', 'Courses finished'],
      ...['Tasks', 'Tasks done', 'Tasks overdue', 'Contribution (%)'],
    ],
  },
}

export async function exportPush(
  db: PushesDb,
  id: string,
  filter: MemberFilter,
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const viewed = await viewedPush(db, caller, id)
  const textOf = await instantText(db, caller.companyId, 'minute')
  const { memberHeadings, pushStatus, taskStatus, late } = texts[language]
  async function* rows(): AsyncGenerator<SheetRow> {
    yield memberHeadings
    for await (const row of eachMember(db, viewed, filter, { rowsMax, now })) {
      const { pushMember } = row
      yield [
        ...[pushMember.fullName, pushMember.name, pushMember.organization.name],
        ...[pushStatus[row.pushStatus - 1] ?? '', taskStatus[row.taskStatus - 1] ?? '', row.percent],
        ...[row.finishedCount, row.requiredCount, textOf(row.pushTime), textOf(row.finishedAt)],
        ...[row.isLate ? late : '', textOf(row.urgeTime)],
      ]
    }
  }
  return sheetAnswer(viewed.push.name, rows())
}

export async function exportTeam(
  db: PushesDb,
  id: string,
  view: TeamView,
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const team = await getTeam(db, caller, id)
  const { teamHeadings } = texts[language]
  async function* rows(): AsyncGenerator<SheetRow> {
    yield teamHeadings
    for (const row of await wholeTeam(db, caller, team, view, { rowsMax, now })) {
      yield [
        ...[row.rank, row.member.fullName, row.member.name, row.member.organization.name],
        ...[Math.floor((row.studySeconds + 30) / 60), row.finishedCount, row.taskCount, row.taskDoneCount],
        ...[row.taskOverdueCount, row.contributionPermille / 10],
      ]
    }
  }
  return sheetAnswer(team.name, rows())
}
