import type { Readable } from 'node:stream';
import { formNameIn } from '@pimis/domain/forms/form-name';
import { inScript } from '@pimis/domain/text/transliterate';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { fileWord } from '../../platform/storage/file-names.ts';
import { renderPdf } from '../../platform/documents/pdf/render.ts';
import { verified } from '../../platform/storage/verified-content.ts';
import { distinctNames, partsToLog, safeFileName, type ZipEntry, zipStream } from '../../platform/documents/zip.ts';
import { requireClean } from '../documents/content/scanning.ts';
import { newestFiles } from '../documents/newest-files.ts';
import { formJson, formPdf, loadForExport } from '../forms/export.ts';
import { readPhases } from '../project-page/phases.ts';
import { findProject } from '../projects/visibility.ts';
import { identityCard } from './identity-card.ts';
import { optionsPdf, projectOptions } from './options-export.ts';

function asJson(content: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
}

async function documentEntries(
  context: Context,
  projectId: number,
  { script }: Written,
  folder = '',
): Promise<ZipEntry[]> {
  const files = await newestFiles(context.db, projectId, script);
  const names = distinctNames(files.map((file) => safeFileName(`${file.title}.${file.extension}`)));
  return files.map((file, index) => ({
    name: `${folder}${names[index]}`,
    modified: file.createdAt,
    open: async () => {
      // If the newest revision is missing, a note gives the reason; an older one would be mistaken for the newest.
      requireClean(file.scan);
      return verified(await context.files.get(file.storageKey), file);
    },
  }));
}

/** Newest revision of every document of a project in one archive. */
export async function documentsArchive(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  written: Written,
): Promise<Readable> {
  const project = await findProject(context.db, user, projectCode);
  return zipStream(
    await documentEntries(context, project.id, written),
    written,
    partsToLog(context, { project: projectCode }),
  );
}

/** Every saved form as PDF and JSON; each is read and rendered when its turn comes. */
async function formEntries(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  written: Written,
): Promise<ZipEntry[]> {
  const wording = wordingOf(written.language);
  const folder = fileWord('forms', written);
  const { phases } = await readPhases(context, user, projectCode, false);
  const saved = phases.flatMap((phase) =>
    phase.forms
      .filter((form) => form.lastRevision > 0)
      .map((form) => ({
        id: form.id,
        name: `${wording.say(phaseInfo(phase.phase).title)} - ${formNameIn(form, wording.language)}`,
      })),
  );
  const names = distinctNames(saved.map(({ name }) => safeFileName(inScript(name, written.script))));
  const modified = context.now();
  return saved.flatMap(({ id }, index) => [
    {
      name: `${folder}/${names[index]}.pdf`,
      modified,
      make: async () => {
        const form = await loadForExport(context, user, projectCode, id);
        return renderPdf(await formPdf(context, form, written));
      },
    },
    {
      name: `${folder}/${names[index]}.json`,
      modified,
      make: async () => asJson(formJson(context, await loadForExport(context, user, projectCode, id))),
    },
  ]);
}

/** The contents of a project's export besides its identity card. */
export interface ProjectExport {
  forms: boolean;
  options: boolean;
  documents: boolean;
  /** Language and script of the papers and of their file names. */
  written: Written;
}

/** A project as an archive: identity card and requested parts, as far as the user may see it. */
export async function projectArchive(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  wanted: ProjectExport,
): Promise<Readable> {
  const project = await findProject(context.db, user, projectCode);
  const { written } = wanted;
  const modified = context.now();
  const entries: ZipEntry[] = [
    {
      name: `${fileWord('card', written)}.pdf`,
      modified,
      make: async () => renderPdf(await identityCard(context, user, projectCode, written)),
    },
  ];
  if (wanted.options) {
    const options = await projectOptions(context, user, projectCode, written);
    const name = fileWord('options', written);
    entries.push(
      { name: `${name}.pdf`, modified, make: () => renderPdf(optionsPdf(context, options, written)) },
      { name: `${name}.json`, modified, make: async () => asJson(options) },
    );
  }
  if (wanted.forms) entries.push(...(await formEntries(context, user, projectCode, written)));
  if (wanted.documents)
    entries.push(...(await documentEntries(context, project.id, written, `${fileWord('documents', written)}/`)));
  return zipStream(entries, written, partsToLog(context, { project: projectCode }));
}
