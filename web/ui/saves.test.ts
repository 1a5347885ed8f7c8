import { expect, it } from 'vitest'
import { inTurn, Saves } from './saves.ts'

it('what waits for its turn is waited for, as is what comes meanwhile', async () => {
  const saves = new Saves()
  const save = inTurn((work) => saves.add(work))
  const saved: string[] = []
  const slowly = (text: string) => async () => {
    await new Promise((resolve) => setImmediate(resolve))
    saved.push(text)
  }
  save(slowly('first'))
  save(async () => {
    await slowly('second')()
    save(slowly('third'))
  })
  expect(saved).toEqual([])
  await saves.settled()
  expect(saved).toEqual(['first', 'second', 'third'])
})
