import { expect, it } from 'vitest'
import type { GradebookFilter } from '../../contract/gradebook.ts'
import { addressOf, filterOf } from './use-filters.ts'

const id = '01900000-0000-7000-8000-000000000001'
const filter: GradebookFilter = {
  items: [`1:${id}`, `17:${id}`],
  organizationId: id,
  state: 'done',
  search: '李 大力',
  withLeft: true,
}

it('an address keeps every filter, and answers it again', () => {
  expect(filterOf(new URLSearchParams(new URLSearchParams(addressOf(filter)).toString()))).toEqual(filter)
  expect(addressOf(filterOf(new URLSearchParams()))).toEqual({})
})

it('what is no filter is left out, and never sent', () => {
  const place = new URLSearchParams({
    items: `x,1:${id},2:1`,
    department: 'sales',
    state: 'late',
    left: 'yes',
    search: '',
  })
  expect(filterOf(place)).toEqual({ items: [`1:${id}`] })
  const many = Array.from({ length: 30 }, () => `1:${id}`).join(',')
  expect(filterOf(new URLSearchParams({ items: many })).items).toHaveLength(20)
})
