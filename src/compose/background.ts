import type { Config } from '../../config/index.js';
import { composeSourceRuns, wakeUpOf } from './sources.js';
import { composeWebhookDelivery } from './webhooks.js';
import { createIngestion, type IngestionTiming } from '../ingestion/index.js';
import { createMaintenance } from '../maintenance/index.js';
import type { composeEvaluationLoop } from './evaluation.js';
import type { Platform } from './platform.js';
import { createParserPool, openOcr, type ParserPool } from '../parsing/index.js';

const MAINTENANCE_INTERVAL_MS = 60_000;

export type BackgroundTimings = {
  /** Another engine that reads pictures. */
  ocr?: Extract<ReturnType<typeof openOcr>, { engine: unknown }>;
  ingestionTiming?: Partial<IngestionTiming>;
  sourceTiming?: Parameters<typeof composeSourceRuns>[2]['overrides']['sourceTiming'];
  evaluationTiming?: Parameters<typeof composeEvaluationLoop>[2]['timing'];
  maintenanceTiming?: { intervalMs: number; orphanAgeMs: number; reconcileIntervalMs?: number };
};

/** Starts the background work: ingestion, webhooks and maintenance. */
export const createBackground = (
  config: Config,
  platform: Platform,
  overrides: BackgroundTimings,
) => {
  const { database, files, vectors, queue, embedder, fingerprint } = platform;
  const { metrics, tracer, logger, closers, confinement } = platform;
  const { parsers: limits, slots, keptVersions } = config.ingestion;
  const parsers = createParserPool({ ...limits, confinement });
  closers.add(() => parsers.close());
  const ingestion = createIngestion({
    database,
    files,
    vectors,
    embedder,
    parsers,
    ocr: composeOcr(config, platform, { parsers, given: overrides.ocr }),
    queue,
    fingerprint,
    metrics,
    tracer,
    logger,
    slots,
    keptVersions,
    timing: overrides.ingestionTiming ?? {},
  });
  const webhooks = composeWebhookDelivery(platform);
  const wakeUp = wakeUpOf(ingestion.loop);
  const sourceRuns = composeSourceRuns(config, platform, { wakeUp, overrides });
  const maintenance = composeMaintenance(config, platform, overrides.maintenanceTiming);
  return {
    wakeUp,
    startWorker: async () => {
      await maintenance.requeueChanged();
      const worker = await ingestion.startWorker();
      const deliveries = await webhooks.start();
      ingestion.loop.start();
      maintenance.start();
      sourceRuns.start();
      closers.add(async () => {
        await sourceRuns.stop();
        await maintenance.stop();
        await ingestion.loop.stop();
        await Promise.all([worker.close(), deliveries.close()]);
      });
      return { running: worker.running, jobs: worker.jobs };
    },
  };
};

/** Text recognition with its limits, or what must be installed for it; null if it is switched off. */
const composeOcr = (
  { processLimits, ingestion: { ocr: settings } }: Config,
  { confinement, closers }: Platform,
  { parsers, given }: { parsers: ParserPool; given: BackgroundTimings['ocr'] },
) => {
  const { maxPages, maxPixels, ...options } = settings;
  const opened = given ?? openOcr({ ...options, ...processLimits.start, confinement });
  if (opened === null || 'install' in opened) return opened;
  closers.add(() => opened.engine.close());
  return { ...opened, maxPages, maxPixels, draw: parsers.draw };
};

const composeMaintenance = (
  { ingestion, workflow }: Config,
  platform: Platform,
  timing: BackgroundTimings['maintenanceTiming'],
) =>
  createMaintenance({
    ...platform,
    keptVersions: ingestion.keptVersions,
    sessionTimeoutMs: workflow.sessionTimeoutMs,
    abandonedAfterMs: workflow.requestTimeoutMs * 2,
    longestTurnMs: workflow.answerMaxMs * 2,
    atRest: platform.signInKeys?.atRest ?? null,
    mayRunCanary: platform.openCanaryTurn(),
    intervalMs: timing?.intervalMs ?? MAINTENANCE_INTERVAL_MS,
    orphanAgeMs: timing?.orphanAgeMs,
    reconcileIntervalMs: timing?.reconcileIntervalMs,
  });
