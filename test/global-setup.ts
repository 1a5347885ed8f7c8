/** Starts the database server of a test run and migrates the template that every test file clones. */
import type { TestProject } from 'vitest/node'
import { createDatabaseServer } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string
    databaseTemplate: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await createDatabaseServer()
  project.provide('databaseServerUrl', server.url)
  project.provide('databaseTemplate', await server.template())
  return () => server.stop()
}
