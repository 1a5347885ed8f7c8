/** The comparison of declared and seen answers has been seen to fail. */
import { describe, expect, it } from 'vitest'
import { contract } from '#kit/contract.ts'
import { errorCode, NOT_FOUND } from '#kit/errors.ts'
import { Done } from '#kit/schema.ts'
import { serverModule } from '#server/module.ts'
import { compareAnswers } from '#tools/answers.ts'

const planted = contract({
  call: {
    method: 'POST',
    path: '/planted',
    summary: 'Planted',
    access: 'signed-in',
    response: Done,
    errors: [NOT_FOUND, errorCode(40001)],
  },
})
const modules = [serverModule({ name: 'planted', contract: planted, routes: { call: async () => ({}) } })]
const complete = ['planted.call 200 ', 'planted.call 422 900005', 'planted.call 422 40001']

const compare = (lines: readonly string[]) => compareAnswers(lines.join('\n'), modules)

describe('declared answers', () => {
  it('are all well where each is seen', () => {
    expect(compare([...complete, 'planted.call 401 ', 'planted.call 403 10138', 'planted.call 422 900001'])).toEqual([])
  })

  it('are missed where no test produces them', () => {
    expect(compare(['planted.call 200 ', 'planted.call 422 900005'])).toEqual([
      'planted.call: declares 422 40001, which no test produces',
    ])
    expect(compare(complete.slice(1))).toEqual(['planted.call: no test sees it succeed'])
  })

  it('are reported where they are not declared', () => {
    expect(compare([...complete, 'planted.call 422 40002', 'planted.call 500 '])).toEqual([
      'planted.call: answers 422 40002, which it does not declare',
      'planted.call: answers 500, which it does not declare',
    ])
  })
})
