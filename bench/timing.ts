/** How long calls take, one after the other and many at a time. */
import { median, poolSize } from './turns.ts'

/** The median of so many rounds, in milliseconds. */
export async function timed(rounds: number, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return median(times)
}

/** As many at a time as there are connections; answers how many a second. */
export async function rate(items: readonly string[], work: (item: string) => Promise<unknown>): Promise<number> {
  const waiting = [...items]
  const startedAt = performance.now()
  const worker = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await work(item)
  }
  await Promise.all(Array.from({ length: poolSize }, worker))
  return items.length / ((performance.now() - startedAt) / 1000)
}
