/** The states of pushes are called what the specification says, in both languages. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)
const rows = readFileSync(new URL('docs/spec/maps.tsv', root), 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))

function shown(language: string, map: string): Record<string, string> | undefined {
  const file = new URL(`modules/pushes/messages/${language}.json`, root)
  return (JSON.parse(readFileSync(file, 'utf8')) as { maps: Record<string, Record<string, string>> }).maps[map]
}

describe('texts of the maps', () => {
  it.each([
    ['[COURSE-034]', 'task-status', ['1', '2', '3']],
    ['[COURSE-035]', 'push-status', ['1', '2', '3']],
    // Its numbers are open in the specification: 1 to 3, as in the map of tasks.
    ['[COURSE-036]', 'push-task-status', ['1', '2', '3']],
  ])('%s %s', (_, map, keys) => {
    const specified = rows.filter(([name]) => name === map)
    const labels = (column: number) => Object.fromEntries(specified.map((row, at) => [keys[at] ?? '', row[column]]))
    expect(specified).toHaveLength(keys.length)
    expect(shown('en', map)).toEqual(labels(2))
    expect(shown('cn', map)).toEqual(labels(3))
  })
})
