/** The directories of papers. */
import { DirectoryTree } from '#modules/assessment/questions/server.ts'

export const paperDirectories = new DirectoryTree({ directories: 'papers.directory', items: 'papers.paper' })
