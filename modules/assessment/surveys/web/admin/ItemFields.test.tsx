import '#test/web/browser.ts'
import { expect, test } from 'vitest'
import { renderedMarkup } from '#test/web/rendered.ts'
import type { SurveyItem } from '../../contract/content.ts'
import { newItem, type Starters } from './draft.ts'
import { ItemFields } from './ItemFields.tsx'

const starters: Starters = { option: (number) => `Option ${number}`, row: (number) => `Row ${number}` }
const taken = { options: 7, rows: 0, columns: 0 }

function fieldsOf(kind: SurveyItem['kind'], isPublished: boolean): { disabled: number; buttons: number } {
  const item = newItem(kind, starters)
  const markup = renderedMarkup(
    <ItemFields item={item} taken={isPublished ? taken : undefined} showsWrong={false} onChange={() => undefined} />,
  )
  return {
    disabled: markup.match(/<input[^>]* disabled=""/g)?.length ?? 0,
    buttons: markup.match(/ant-btn-dashed/g)?.length ?? 0,
  }
}

test('the scale of a published question cannot be changed, for a save would be refused', () => {
  const disabledOf = (isPublished: boolean) =>
    (['rating', 'slider', 'number', 'matrix'] as const).map((kind) => fieldsOf(kind, isPublished).disabled)
  expect(disabledOf(false)).toEqual([0, 0, 0, 0])
  expect(disabledOf(true)).toEqual([1, 3, 0, 1])
})

test('a published ranking keeps its options, and a published choice gets more', () => {
  expect([fieldsOf('ranking', false).buttons, fieldsOf('ranking', true).buttons]).toEqual([1, 0])
  expect(fieldsOf('single-choice', true).buttons).toBe(1)
})
