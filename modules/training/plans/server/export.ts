/** Plans and costs as spreadsheets, in the language of who asks. Cells are texts and numbers, never formulas. */
import { instantText } from '#modules/platform/identity/server.ts'
import { runClass } from '#modules/training/classes/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { moduleText } from '#server/texts.ts'
import { costCategories } from '../contract/fields.ts'
import { amountOf } from './amounts.ts'
import { linesOf } from './costs.ts'
import type { PlansDb } from './db.ts'
import { itemsOf } from './items.ts'
import { findPlan } from './policy.ts'

const textsOf = (language: Context['language']) => (key: string) => moduleText('plans', key, language) ?? key

export async function exportPlan(db: PlansDb, id: string, { caller, language }: Context): Promise<StreamAnswer> {
  const { name } = await findPlan(db, caller, id, { isLocked: false })
  const text = textsOf(language)
  const items = await itemsOf(db, id)
  const facts = ['courseCode', 'name', 'startsOn', 'endsOn', 'headcount', 'quota'].map((one) => text(`sheet.${one}`))
  const costs = costCategories.map((one) => text(`maps.category.${one}`))
  const heading = [...facts, ...costs, text('sheet.planned'), text('sheet.actual'), text('sheet.classes')]
  const lines = items.map((item) => [
    ...[item.courseCode, item.name, item.startsOn ?? '', item.endsOn ?? '', item.headcount, item.quota],
    ...costCategories.map((category) => amountOf(item.costs[category])),
    ...[amountOf(item.plannedHundredths), amountOf(item.actualHundredths), item.classIds.length],
  ])
  return sheetAnswer(name, [heading, ...lines], { plainName: 'training-plan' })
}

export async function exportCosts(db: PlansDb, classId: string, { caller, language }: Context): Promise<StreamAnswer> {
  const { id, companyId, name } = await runClass(db, caller, classId)
  const text = textsOf(language)
  const timeOf = await instantText(db, companyId, 'minute')
  const heading = ['kind', 'category', 'label', 'cost', 'spentOn', 'note', 'enteredBy', 'enteredAt']
  const lines = (await linesOf(db, { id, companyId })).map((line) => [
    ...[text(`maps.lineKind.${line.kind}`), text(`maps.category.${line.category}`), line.label],
    ...[amountOf(line.costHundredths), line.spentOn ?? '', line.note, line.enteredBy ?? '', timeOf(line.enteredAt)],
  ])
  const title = `${name}-${text('costs.title')}`
  return sheetAnswer(title, [heading.map((one) => text(`sheet.${one}`)), ...lines], { plainName: 'class-costs' })
}
