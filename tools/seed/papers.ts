/** Papers of the demonstration: with chosen questions, with rules that draw, and with a time for each section. From its bank. */
import { sql } from 'kysely'
import {
  buildPaper,
  buildPaperDirectory,
  fixedSection,
  randomSection,
  rule,
} from '#modules/assessment/papers/server/papers.fixture.ts'
import { questionsTables } from '#modules/assessment/questions/server/db.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

const dayMs = 86_400_000
const author = { id: memberIdOf('guanli'), companyId: demoCompanyId }

/** The directories of the bank by their codes. */
async function bankDirectories(connection: Connection): Promise<(code: string) => string> {
  const { rows } = await sql<{ id: string; code: string }>`
    select id, code from questions.directory where company_id = ${demoCompanyId}`.execute(questionsTables(connection))
  const ids = new Map(rows.map(({ id, code }) => [code, id]))
  return (code) => ids.get(code) ?? idOf(`no directory ${code}`)
}

/** The first active questions of a directory, in the order of the bank. */
async function questionsOf(connection: Connection, directoryId: string, kinds: readonly string[], count: number) {
  const { rows } = await sql<{ id: string }>`
    select id from questions.question where directory_id = ${directoryId} and status = 'active'
      and kind = any(${[...kinds]}::text[]) order by id limit ${count}`.execute(questionsTables(connection))
  return rows.map(({ id }) => id)
}

export async function seedPapers(connection: Connection, now: number): Promise<void> {
  const bank = await bankDirectories(connection)
  const at = now - 12 * dayMs
  const yearly = await buildPaperDirectory(connection, { author, name: '年度考试', code: 'ND', now: at })
  const newcomers = await buildPaperDirectory(connection, { author, name: '新员工考核', code: 'XY', now: at })
  const marked = ['single-choice', 'multiple-choice', 'undetermined-choice', 'true-false', 'fill-in', 'ordering']
  const chosen = async (code: string, kinds: readonly string[], count: number) =>
    questionsOf(connection, bank(code), kinds, count)
  await buildPaper(connection, {
    ...{ author, now: at, directoryId: newcomers, name: '新员工消防安全考核', isReady: true, shuffleOptions: true },
    sections: [
      fixedSection(await chosen('AQ-XF-QC', marked, 5), {
        ...{ sequence: 1, title: '一、灭火器材', instructions: '每题 2 分。多选题漏选得一半分，错选不得分。' },
      }),
      fixedSection(await chosen('AQ-XF-SS', [...marked, 'short-answer'], 4), {
        ...{ sequence: 2, title: '二、疏散逃生', instructions: '' },
      }),
    ],
  })
  await buildPaper(connection, {
    ...{ author, now: at + dayMs, directoryId: yearly, name: '年度安全与信息安全考试', isReady: true },
    ...{ shuffleQuestions: true, shuffleOptions: true, avoidSeen: true },
    sections: [
      randomSection([rule(bank('AQ'), 2, { kind: 'single-choice' }), rule(bank('AQ'), 4)], {
        ...{ sequence: 1, title: '一、安全生产', instructions: '从安全生产题库中随机抽取' },
      }),
      randomSection([rule(bank('XX'), 3, { scoreTenths: 40 }), rule(bank('XX-ZH'), 2, { scoreTenths: 30 })], {
        ...{ sequence: 2, title: '二、信息安全', instructions: '', minutes: 20 },
      }),
    ],
  })
  await buildPaper(connection, {
    ...{ author, now: at + dayMs, directoryId: yearly, name: '班组长安全能力测评', isReady: true },
    sections: [
      fixedSection(await chosen('AQ-XF-QC', marked, 4), {
        ...{ sequence: 1, title: '一、应知', instructions: '限时作答，进入下一大题后不能返回。', minutes: 10 },
      }),
      fixedSection(await chosen('AQ-XF-SS', [...marked, 'short-answer'], 4), {
        ...{ sequence: 2, title: '二、应会', instructions: '', minutes: 20 },
      }),
    ],
  })
}
