import type { Context, Routes } from '#server/module.ts'
import type { tasksContract } from '../../contract/tasks.ts'
import { recordAction } from '../audit/entries.ts'
import type { OperationsDb } from '../db.ts'
import type { DB } from '../tables.ts'
import { cancelTask, retryTask } from '../tasks/cancel-retry.ts'
import { getTask, listProblems, listTasks, type TaskRow, taskOf } from '../tasks/list.ts'
import { problemsFile } from '../tasks/problems-file.ts'
import { failedJobs, jobQueue, removeJob, retryJob } from '../tasks/queue.ts'

/** Logs an action on another member's task. Own tasks need no permission, so the framework does not log these calls. */
async function logTaskAction(db: OperationsDb, name: string, task: TaskRow, context: Context): Promise<void> {
  const { caller, now, ip, userAgent } = context
  if (task.member_id === caller.memberId) return
  await recordAction(db, {
    ...{ companyId: caller.companyId, actorId: caller.memberId, actorRoles: caller.roles, ip, userAgent, now },
    action: `operations.${name}`,
    subjects: [{ type: 'task', id: task.id, name: task.title || task.kind }],
  })
}

export const taskRoutes: Routes<DB, typeof tasksContract> = {
  async listTasks(db, { query }, { caller, language }) {
    return listTasks(db, caller, query, language)
  },
  async taskById(db, { params }, { caller, language }) {
    return taskOf(await getTask(db, caller, params.id), caller, language)
  },
  async taskProblems(db, { params, query }, { caller }) {
    return listProblems(db, await getTask(db, caller, params.id), query)
  },
  async taskProblemsFile(db, { params }, { caller, language }) {
    return problemsFile(db, await getTask(db, caller, params.id), language)
  },
  async cancelTask(db, { params }, context) {
    const task = await cancelTask(db, context.caller, params.id, context.now)
    await logTaskAction(db, 'cancelTask', task, context)
    return taskOf(task, context.caller, context.language)
  },
  async retryTask(db, { params }, context) {
    const task = await retryTask(db, context.caller, params.id, context.now)
    await logTaskAction(db, 'retryTask', task, context)
    return taskOf(task, context.caller, context.language)
  },
  async jobQueue(db, _input, { caller }) {
    return jobQueue(db, caller)
  },
  async failedJobs(db, { query }, { caller }) {
    return failedJobs(db, caller, query)
  },
  async retryJob(db, { params }, { caller, audit }) {
    await retryJob(db, caller, params.id)
    audit({ type: 'job', id: params.id })
    return {}
  },
  async removeJob(db, { params }, { caller, audit }) {
    await removeJob(db, caller, params.id)
    audit({ type: 'job', id: params.id })
    return {}
  },
}
