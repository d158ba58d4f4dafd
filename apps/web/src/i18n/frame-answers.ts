import { PROJECTS } from '@pimis/contract/errors/projects';
import { addAnswers } from './answers.ts';

/** No screen before the sign-in gets an answer about a project: its script does not hold their texts. */
addAnswers(PROJECTS);
