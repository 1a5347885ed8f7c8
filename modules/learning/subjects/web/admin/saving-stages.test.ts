import '#test/web/browser.ts'
import { expect, it } from 'vitest'
import { sent, serve } from '#test/web/fake-server.ts'
import { StoredIds } from '#web/ui/stored-ids.ts'
import type { EditedStage } from '../../contract/authoring.ts'
import { saveStages } from './use-subject-editor.ts'

const stage = (id: string): EditedStage => ({ id, title: id, summary: '', contents: [] })
const idsSent = () => JSON.parse(sent.at(-1)?.body ?? '').stages.map(({ id }: { id?: string }) => id)

it('a stage that is new gets its id once, also where it moves meanwhile', async () => {
  const storedIds = new StoredIds([stage('a')])
  serve(() => ({ json: { id: 's', revision: 1, stageIds: ['a', 'b'] } }))
  await saveStages('s', [stage('a'), stage('new 1')], storedIds)(0)
  expect(idsSent()).toEqual(['a', undefined])
  serve(() => ({ json: { id: 's', revision: 2, stageIds: ['b', 'c', 'a'] } }))
  const stages = [stage('new 1'), stage('new 2'), stage('a')]
  await saveStages('s', stages, storedIds)(1)
  expect(idsSent()).toEqual(['b', undefined, 'a'])
  await saveStages('s', stages, storedIds)(2)
  expect(idsSent()).toEqual(['b', 'c', 'a'])
})
