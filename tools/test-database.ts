/** One database server and one migrated template for all parts of `npm test`. */
import { createDatabaseServer } from '#test/database.ts'

export interface TestDatabase {
  readonly environment: { readonly TEST_DATABASE_URL: string; readonly TEST_DATABASE_TEMPLATE: string }
  stop(): Promise<void>
}

export async function startTestDatabase(): Promise<TestDatabase> {
  const server = await createDatabaseServer()
  return {
    environment: { TEST_DATABASE_URL: server.url, TEST_DATABASE_TEMPLATE: await server.template() },
    stop: () => server.stop(),
  }
}
