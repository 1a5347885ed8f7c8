import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError, configExitCode, readConfig } from '#server/config.ts'

const environmentFile = path.resolve(import.meta.dirname, '../.env')

/** Reads the settings of the environment and of `.env`; says what is wrong with them and ends the process. */
export function readSettings(): Config {
  if (existsSync(environmentFile)) process.loadEnvFile(environmentFile)
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(configExitCode)
  }
}
