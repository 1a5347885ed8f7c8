// `npm start`: plain JavaScript, because it runs before anything is installed.
import { installAndRun } from './install.mjs'

await installAndRun('tools/start.ts')
