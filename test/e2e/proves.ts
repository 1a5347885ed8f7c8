/** The step of a requirement in a journey; see test/proves.ts. The reporter counts the expectations inside it. */
import { test } from '@playwright/test'

/** `DOMAIN-001` */
type RequirementId = `${Uppercase<string>}-${number}`

/** Runs the step of a requirement, or of several that the same expectations prove. */
export async function proves<T>(ids: RequirementId | readonly RequirementId[], step: () => T | Promise<T>): Promise<T> {
  return await test.step(`[${[ids].flat().join(', ')}]`, step)
}
