import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import type { ImportResult } from '@pimis/contract/registries';
import { CHOSEN_ENCODINGS } from '@pimis/domain/text/encoding';
import type { Registry, RegistryCode } from '@pimis/domain/registries/types';
import { download, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { useRegistryImport } from './use-registry-import.ts';

/** Downloads a template: an empty table with the columns of a registry. */
function TemplateButton({ registry }: { registry: RegistryCode }) {
  const text = useText();
  const save = () =>
    download(
      fileAddress('GET /registry/:registry/template', { params: { registry }, query: text.paper }),
      `${registry}-template.xlsx`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  return (
    <Button
      mr="auto"
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} stroke={1.7} />}
      onClick={() => void save()}
    >
      {text.t('registries.import.template')}
    </Button>
  );
}

/** Encodings that can be chosen, with the one of a file that names its own. */
function encodingsOf(present: string): { value: string; label: string }[] {
  const others = CHOSEN_ENCODINGS.filter((one) => one !== present);
  return [present, ...others].map((value) => ({ value, label: NAMES[value] ?? value.toUpperCase() }));
}

/** Names of encodings as programs show them. */
const NAMES: Readonly<Record<string, string>> = {
  'windows-1250': 'Windows-1250 (č, ć, š)',
  'windows-1251': 'Windows-1251 (ч, ћ, ш)',
};

/** Imports a file: first a rehearsal that shows every error, then all rows or none. A large file shows its progress. */
export function ImportDialog({ registry, onClose }: { registry: Registry; onClose: () => void }) {
  const text = useText();
  const { t, size } = text;
  const { file, choose, reading, check, write, result, running, isBusy } = useRegistryImport(registry.code, onClose);
  const rehearsed = result?.dryRun === true && result.errorCount === 0 && !result.doubtful;
  const isAsked = rehearsed && (result.manyChanges || result.emptied.length > 0);
  // A confirmation only applies to the changes of one check.
  const [confirmed, setConfirmed] = useState<ImportResult | null>(null);
  const isConfirmed = isAsked && confirmed === result;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('registries.import.title')}
      width="compare"
      footer={
        <>
          {running !== null && <ImportProgress id={running} />}
          {/* In the foot, because the body takes no input while a file is sent or an import runs. */}
          <TemplateButton registry={registry.code} />
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button
            variant={rehearsed ? 'default' : 'filled'}
            onClick={() => void check()}
            loading={isBusy}
            disabled={!file}
          >
            {t('registries.import.check')}
          </Button>
          {rehearsed && (
            <Button
              onClick={() => void write(isConfirmed)}
              loading={isBusy}
              disabled={!file || (isAsked && !isConfirmed)}
            >
              {t('registries.import.write')}
            </Button>
          )}
        </>
      }
    >
      <p className="second" style={{ marginBottom: 10 }}>
        {t('registries.import.text')}
      </p>
      <FileDrop
        single
        text={t('registries.import.drop')}
        choose={t('registries.import.choose')}
        label={t('registries.import.file')}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/tab-separated-values"
        hint={file ? t('registries.import.chosen', { name: file.name, size: size(file.size) }) : undefined}
        // No other file can be chosen now: it would be imported by the check of the sent one.
        disabled={isBusy}
        onFiles={([chosen]) => {
          if (chosen) choose(chosen);
        }}
      />
      {result && result.sheets.length > 1 && (
        <NativeSelect
          mt={12}
          label={t('registries.import.sheet')}
          data={result.sheets}
          value={result.sheet ?? ''}
          disabled={isBusy || !file}
          onChange={(event) => void check({ sheet: event.currentTarget.value })}
          mb={12}
          maw={360}
        />
      )}
      {result && result.encoding !== null && (
        <NativeSelect
          mt={12}
          label={t('registries.import.encoding')}
          data={encodingsOf(result.encoding)}
          value={result.encoding}
          error={result.doubtful ? text.status('DoubtfulEncoding') : undefined}
          disabled={isBusy || !file}
          onChange={(event) => {
            const encoding = CHOSEN_ENCODINGS.find((one) => one === event.currentTarget.value);
            if (encoding) void check({ encoding });
          }}
          mb={12}
          maw={360}
        />
      )}
      {result?.doubtful && file && result.encoding !== null && (
        <Button
          variant="default"
          mb={12}
          disabled={isBusy}
          onClick={() => {
            const encoding = CHOSEN_ENCODINGS.find((one) => one === result.encoding);
            if (encoding) void check({ encoding });
          }}
        >
          {t('registries.import.encodingRight')}
        </Button>
      )}
      {result && (
        <ImportOutcome
          registry={registry}
          result={result}
          restored={reading.zeros}
          onRestore={() => void check({ zeros: true })}
        />
      )}
      {isAsked && (
        <Checkbox
          mt={12}
          label={t('registries.import.confirm')}
          checked={isConfirmed}
          disabled={isBusy}
          onChange={(event) => setConfirmed(event.currentTarget.checked ? result : null)}
        />
      )}
    </Dialog>
  );
}
